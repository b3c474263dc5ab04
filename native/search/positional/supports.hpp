// Wins of the maker as facts that serve in many positions: the stones that a win rests on, and its carrier.
//
// A win with carrier C completes a line within C, whatever the breaker has elsewhere. So it rests on the maker's stones in
// the winning sets of the lines within C, and he wins wherever he has these stones and the cells of C are open, by the same
// move. (Cells of C that are his would do, too; but then their facts do not lack them where a derivation joins facts, and
// another move may come first.) Symmetries of the game make further facts.
//
// Facts are looked up by bits. For each cell there are three sets of facts: those that it rules out when it is neither open
// nor his, when it is open, and when it is his. Those that no cell rules out serve. Blocks of facts are looked through one
// after the other; a few cells rule out a whole block. Where facts are too seldom of use for that, few questions are
// looked at, and few facts are added.
//
// Where there is no room, a fact that has not served for long gives way.
//
// Cost: a block takes a fifth of a microsecond. Memory: as much as the store was given at the start.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rules/bits.hpp"
#include "search/positional/symmetry.hpp"
#include "search/table.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Supports {
  public:
    using Set = Bits<Words>;

    struct Fact {
        Set stones, carrier;
        int moves;    // until he has won, at most
        int move;     // the first
        int tag = 0;  // any number, the same for all images
        int way = 0;  // the symmetry that made it
    };

    // Room for so many facts, in a sixteenth of the memory that is left at most.
    Supports(const Symmetries<Words>& symmetries, int cells, std::size_t facts, TableMemory& memory)
        : symmetries_(symmetries), cells_(static_cast<std::size_t>(cells)), memory_(memory) {
        const std::size_t block = 3 * cells_ * sizeof(Block) + block_size * (sizeof(Fact) + 1);
        blocks_ = std::min((facts + block_size - 1) / block_size, memory.left() / 16 / block);
        bytes_ = blocks_ * block;
        memory_.used += bytes_;
    }
    Supports(const Supports&) = delete;
    Supports& operator=(const Supports&) = delete;
    ~Supports() { memory_.used -= bytes_; }

    // A fact that serves where he has these stones and these cells are open; nullptr: none is known, or not looked for.
    const Fact* find(const Set& his, const Set& open) {
        ++asked_;
        if (facts_.empty() || !worthwhile()) return nullptr;
        std::array<std::uint16_t, 64 * Words> states;  // of the cells; those that rule out most come first
        std::size_t count = 0;
        const auto note = [&](const Set& cells, int kind) {
            cells.for_each([&](int cell) { states[count++] = static_cast<std::uint16_t>(3 * cell + kind); });
        };
        note(Set::first(static_cast<int>(cells_)).minus(his).minus(open), gone);
        note(open, still_open);
        note(his, taken);
        for (std::size_t first = 0; first < facts_.size(); first += block_size) {
            ++looked_;
            const Block* const slices = &ruled_out_[3 * cells_ * (first / block_size)];
            Block out{};
            std::uint64_t left = 1;
            for (std::size_t i = 0; i < count && left != 0; ++i) {
                const Block& more = slices[states[i]];
                left = 0;
                for (std::size_t k = 0; k < block_words; ++k) left |= ~(out[k] |= more[k]);
            }
            if (left == 0) continue;
            const std::size_t here = std::min(facts_.size() - first, block_size);
            for (std::size_t i = 0; i < here; ++i) {
                if (out[i / 64] >> (i % 64) & 1) continue;
                ++served_often_;
                served_[first + i] = static_cast<std::uint8_t>(std::min(served_[first + i] + 1, most_served));
                return &facts_[first + i];
            }
        }
        return nullptr;
    }

    // Adds a fact with all its images, each once, if it is small enough to be of use elsewhere.
    void add(const Fact& fact) {
        const int largest = symmetries_.size() > few_images ? small : large;
        if (blocks_ == 0 || !worthwhile() || fact.stones.count() + fact.carrier.count() > largest) return;
        looked_ += symmetries_.size() / 2;  // it takes as long
        images_.clear();
        bool same = false;  // as the fact is one of its images
        for (std::size_t g = 0; g < symmetries_.size(); ++g) {
            images_.push_back({symmetries_.image(g, fact.stones), symmetries_.image(g, fact.carrier), fact.moves,
                               symmetries_.image(g, fact.move), fact.tag, static_cast<int>(g)});
            same = same || (g > 0 && alike(images_.back(), fact));
        }
        for (auto image = images_.begin(); image != images_.end(); ++image) {
            const auto like = [&](const Fact& each) { return alike(each, *image); };
            if (!same || std::none_of(images_.begin(), image, like)) put(*image);
        }
    }

  private:
    static constexpr std::size_t block_words = 8, block_size = 64 * block_words;
    using Block = std::array<std::uint64_t, block_words>;  // of facts
    enum : int { gone, still_open, taken };
    static constexpr int most_served = 200;

    // The stones and cells of a fact, at most, with few images and with many.
    static constexpr std::size_t few_images = 16;
    static constexpr int large = 32, small = 18;

    // Blocks that may be looked at: so many anyway, for each use of a fact, and one for so many questions.
    static constexpr std::uint64_t enough = 2048, worth = 512, questions = 8;
    bool worthwhile() const { return looked_ <= enough + served_often_ * worth + asked_ / questions; }

    static bool alike(const Fact& one, const Fact& two) {
        return one.stones == two.stones && one.carrier == two.carrier;
    }

    void put(const Fact& fact) {
        std::size_t place = facts_.size();
        if (place < blocks_ * block_size) {
            if (place % block_size == 0) ruled_out_.resize(ruled_out_.size() + 3 * cells_);
            facts_.push_back(fact);
            served_.push_back(1);
        } else {
            for (; served_[hand_] > 0; hand_ = (hand_ + 1) % facts_.size()) served_[hand_] /= 2;
            place = hand_;
            mark(place, false);
            facts_[place] = fact;
            served_[place] = 1;
        }
        mark(place, true);
    }

    void mark(std::size_t place, bool on) {
        const Fact& fact = facts_[place];
        Block* const slices = &ruled_out_[3 * cells_ * (place / block_size)];
        const std::uint64_t bit = std::uint64_t{1} << (place % 64);
        const auto turn = [&](int cell, int kind) {
            std::uint64_t& bits = slices[3 * cell + kind][place % block_size / 64];
            bits = on ? bits | bit : bits & ~bit;
        };
        fact.stones.for_each([&](int cell) {
            turn(cell, gone);
            turn(cell, still_open);
        });
        fact.carrier.for_each([&](int cell) {
            turn(cell, gone);
            turn(cell, taken);
        });
    }

    const Symmetries<Words>& symmetries_;
    const std::size_t cells_;
    TableMemory& memory_;
    std::size_t blocks_ = 0, bytes_ = 0;  // there is room for
    std::vector<Fact> facts_, images_;
    std::vector<std::uint8_t> served_;  // how often, halved from time to time
    std::vector<Block> ruled_out_;      // by each state of each cell, block by block
    std::size_t hand_ = 0;              // where to look for a fact to replace
    std::uint64_t asked_ = 0, looked_ = 0, served_often_ = 0;
};

}  // namespace zermelo::positional
