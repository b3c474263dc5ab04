// Solved positions as facts that serve in many positions: the stones that a win rests on, and its carrier.
//
// A player who wins, although the other one moves, within carrier C wins whatever the other has elsewhere. So his win rests
// on those of his stones that lie, with C, on the ways between his borders; and he wins wherever he has these and no cell
// of C is the other's (more stones never hurt one's own side). Facts are of positions in which the loser moves, without a
// bound of stones, one stone each in turn. Where one stone is lacking, its cell open, it is a threat: its owner wins by that
// stone, and the other must answer in the carrier or on that cell, as with a half link (links.hpp).
//
// Facts are looked up by bits. For each cell there are two sets of facts: those that lack it when it is open, and those that
// it rules out when it is the other's. Facts are counted as lacking none, one, or more. Where there is no room, a fact that
// has not served for long gives way. Checkpoints keep facts: a table that was cut is of little use without them.
//
// Cost: a look takes some microseconds. Memory: as much as the store was given, taken as it fills.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/connection/graph.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Facts {
  public:
    using Set = Bits<Words>;

    struct Fact {
        Set stones, carrier;
        std::uint32_t black;  // whether it is Black's, who else is White's
        std::uint32_t work;   // positions that were looked at for it
    };

    // For boards of so many cells; so many bytes at most.
    Facts(int cells, std::size_t bytes)
        : cells_(static_cast<std::size_t>(cells)), room_(std::min(most, bytes / block_bytes() * block_size)) {}

    // Calls visit(fact, lacking) for the facts that serve, with the cell whose stone is lacking (-1: none), where one player
    // has these cells and others are open, until it tells that it has seen enough.
    template <class Visit>
    void find(const Set& others, const Set& open, const Visit& visit) {
        for (std::size_t first = 0; first < facts_.size(); first += block_size) {
            const Block* const slices = &slices_[2 * cells_ * (first / block_size)];
            Block out{}, once{};
            others.for_each([&](int cell) {
                const Block& more = slices[2 * cell + taken];
                for (std::size_t k = 0; k < block_words; ++k) out[k] |= more[k];
            });
            const std::size_t here = std::min(facts_.size() - first, block_size);
            for (std::size_t k = 0; k < block_words; ++k) {
                if (here < 64 * (k + 1)) out[k] |= here <= 64 * k ? ~std::uint64_t{0} : ~std::uint64_t{0} << (here - 64 * k);
            }
            if (std::all_of(out.begin(), out.end(), [](std::uint64_t word) { return word == ~std::uint64_t{0}; })) continue;
            open.for_each([&](int cell) {
                const Block& more = slices[2 * cell + lacking];
                for (std::size_t k = 0; k < block_words; ++k) {
                    out[k] |= once[k] & more[k];
                    once[k] |= more[k];
                }
            });
            for (std::size_t k = 0; k < block_words; ++k) {
                for (std::uint64_t left = ~out[k]; left != 0; left &= left - 1) {
                    const std::size_t i = first + 64 * k + static_cast<std::size_t>(std::countr_zero(left));
                    served_[i] = static_cast<std::uint8_t>(std::min(served_[i] + 1, most_served));
                    if (visit(facts_[i], lowest(facts_[i].stones & open))) return;
                }
            }
        }
    }

    // Adds a fact, unless one that is known serves wherever it does.
    void add(const Fact& fact) {
        const Set board = Set::first(static_cast<int>(cells_)), named = fact.stones | fact.carrier;
        if (room_ == 0 || !named.within(board)) return;  // a file may say anything
        bool known = false;
        find(board.minus(named), fact.carrier,
             [&](const Fact&, int lacking) { return known = lacking < 0; });
        if (known) return;
        std::size_t place = facts_.size();
        if (place < room_) {
            if (place % block_size == 0) slices_.resize(slices_.size() + 2 * cells_);
            facts_.push_back(fact);
            served_.push_back(1);
        } else {
            for (; served_[hand_] > 0; hand_ = (hand_ + 1) % room_) served_[hand_] /= 2;
            place = hand_;
            mark(place, false);
            facts_[place] = fact;
            served_[place] = 1;
        }
        mark(place, true);
    }

    std::size_t used() const { return facts_.size(); }
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (const Fact& fact : facts_) visit(fact);
    }

    // What a full store takes, with the room that vectors leave.
    std::size_t full_bytes() const { return room_ / block_size * block_bytes(); }
    std::size_t used_bytes() const {
        return slices_.capacity() * sizeof(Block) + facts_.capacity() * (sizeof(Fact) + sizeof(std::uint8_t));
    }

  private:
    static constexpr std::size_t block_words = 8, block_size = 64 * block_words;
    static constexpr std::size_t most = 65536;  // facts
    static constexpr int most_served = 200;
    using Block = std::array<std::uint64_t, block_words>;  // of facts
    enum : int { lacking, taken };

    std::size_t block_bytes() const {
        return 2 * (2 * cells_ * sizeof(Block) + block_size * (sizeof(Fact) + sizeof(std::uint8_t)));
    }

    void mark(std::size_t place, bool on) {
        Block* const slices = &slices_[2 * cells_ * (place / block_size)];
        const std::uint64_t bit = std::uint64_t{1} << (place % 64);
        const auto turn = [&](int cell, int kind) {
            std::uint64_t& bits = slices[2 * cell + kind][place % block_size / 64];
            bits = on ? bits | bit : bits & ~bit;
        };
        facts_[place].stones.for_each([&](int cell) {
            turn(cell, lacking);
            turn(cell, taken);
        });
        facts_[place].carrier.for_each([&](int cell) { turn(cell, taken); });
    }

    std::size_t cells_, room_;
    std::vector<Fact> facts_;
    std::vector<std::uint8_t> served_;  // how often, halved from time to time
    std::vector<Block> slices_;
    std::size_t hand_ = 0;              // where to look for a fact to replace
};

}  // namespace zermelo::connection
