// Notes, the proof of a search: for each position a move or an argument, packed; on up to 64 cells some
// 32 bytes and 4 for each number. Searches add to it, the checker reads it, and Python sees tuples.

#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "rules/position.hpp"

namespace zermelo::strategy {

// The kinds of notes; their names are those of the entries of a strategy file.
enum class NoteKind : std::uint8_t { move, pairing, links, exchange, answers, packing, sum, race };
inline constexpr std::array<std::string_view, 8> note_kinds{"move",    "pairing", "links", "exchange",
                                                            "answers", "packing", "sum",   "race"};

enum class Mover : std::uint8_t { unsaid, black, white };

inline constexpr std::int32_t unranked = -1;

struct NoteView {
    Position<8> position;
    Mover mover = Mover::unsaid;      // unsaid where the stones tell
    std::int32_t rank = unranked;     // unranked: none, or of holding: for ever
    NoteKind kind = NoteKind::move;
    std::span<const std::int32_t> numbers;  // valid until the next note is added
};

class Notes {
  public:
    explicit Notes(int cells) : cells_(cells), words_((static_cast<std::size_t>(cells) + 63) / 64) {}

    int cells() const { return cells_; }
    std::size_t size() const { return facts_.size(); }
    std::size_t bytes() const {
        return stones_.capacity() * sizeof(std::uint64_t) + facts_.capacity() * sizeof(Fact) +
               numbers_.capacity() * sizeof(std::int32_t);
    }

    template <std::size_t Words>
    void add(const Position<Words>& position, Mover mover, std::int32_t rank, NoteKind kind,
             std::span<const std::int32_t> numbers) {
        if (numbers_.size() + numbers.size() > std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("too many notes");
        }
        facts_.push_back({static_cast<std::uint32_t>(numbers_.size()), rank, kind, mover});
        for (const Bits<Words>* cells : {&position.black, &position.white}) {
            for (std::size_t i = 0; i < words_; ++i) stones_.push_back(i < Words ? cells->words[i] : 0);
        }
        numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
    }

    template <std::size_t Words>
    void add(const Position<Words>& position, Mover mover, std::int32_t rank, std::int32_t move) {
        add(position, mover, rank, NoteKind::move, std::span(&move, 1));
    }

    NoteView operator[](std::size_t index) const {
        const Fact& fact = facts_[index];
        const std::size_t end = index + 1 < facts_.size() ? facts_[index + 1].numbers : numbers_.size();
        NoteView view{{}, fact.mover, fact.rank, fact.kind, {}};
        for (std::size_t i = 0; i < words_; ++i) {
            view.position.black.words[i] = stones_[2 * words_ * index + i];
            view.position.white.words[i] = stones_[2 * words_ * index + words_ + i];
        }
        view.numbers = std::span(numbers_).subspan(fact.numbers, end - fact.numbers);
        return view;
    }

  private:
    struct Fact {
        std::uint32_t numbers;  // where they begin; they end where those of the next note begin
        std::int32_t rank;
        NoteKind kind;
        Mover mover;
    };

    int cells_;
    std::size_t words_;
    std::vector<std::uint64_t> stones_;  // of each note Black's words, then White's
    std::vector<Fact> facts_;
    std::vector<std::int32_t> numbers_;
};

}  // namespace zermelo::strategy
