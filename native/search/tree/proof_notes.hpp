// The notes of a proof while it is walked through: by position and mover, what the prover answers there.
//
// They are written in the end, when it is known which of them can still be met.
//
// Cost: a hash table of the notes with at most half of its slots taken, so that finding and adding take constant time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/position.hpp"
#include "search/tree/table.hpp"
#include "strategy/notes.hpp"

namespace zermelo {

struct ProofWanted {
    bool black = true;      // the prover is Black, who wins; else White, against whom he does not
    Depth depth = for_ever;
    bool swapped = false;   // the colours of the search are not those of the notes
    bool ranked = false;    // notes say who moves, and have ranks
    bool endless = false;   // but no ranks: of holding for ever
    bool arguments = true;  // leaves may be arguments, where the search has used them
};

template <std::size_t Words>
class ProofNotes {
  public:
    using Pos = Position<Words>;

    static constexpr std::size_t none = ~std::size_t{0};
    static constexpr std::uint32_t no_argument = 0xffffffff;

    struct Entry {
        Pos key;
        int move = -1;   // of the prover, as in the form of the position; -1: the other player moves
        Depth rank = 0;  // how many moves it speaks for; where the other player moves: what it was met with
        std::uint32_t argument = no_argument;  // where it is among the numbers of arguments, which begins with their count
        strategy::NoteKind kind = strategy::NoteKind::packing;  // of the argument
        bool black = false, met = true;
    };

    Entry& operator[](std::size_t at) { return entries_[at]; }
    auto begin() { return entries_.begin(); }
    auto end() { return entries_.end(); }

    // The number of the entry of a position in which Black, or White, is to move; `none`: there is none yet.
    std::size_t find(const Pos& key, bool black) const {
        for (std::size_t at = slot_of(key, black); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
            const Entry& entry = entries_[slots_[at] - 1];
            if (entry.black == black && entry.key == key) return slots_[at] - 1;
        }
        return none;
    }

    std::size_t add(const Pos& key, bool black) {
        Entry entry;
        entry.key = key;
        entry.black = black;
        entries_.push_back(entry);
        if (2 * entries_.size() > slots_.size()) {
            slots_.assign(2 * slots_.size(), 0);
            for (std::size_t i = 0; i < entries_.size(); ++i) place(i);
        } else {
            place(entries_.size() - 1);
        }
        return entries_.size() - 1;
    }

    // Makes these numbers the argument of an entry.
    void argue(std::size_t at, strategy::NoteKind kind, std::span<const std::int32_t> numbers) {
        entries_[at].kind = kind;
        entries_[at].argument = static_cast<std::uint32_t>(arguments_.size());
        arguments_.push_back(static_cast<std::int32_t>(numbers.size()));
        arguments_.insert(arguments_.end(), numbers.begin(), numbers.end());
    }

    // The numbers of the argument of an entry that has one.
    std::span<const std::int32_t> argument(std::size_t at) const {
        const std::int32_t* numbers = arguments_.data() + entries_[at].argument;
        return {numbers + 1, static_cast<std::size_t>(numbers[0])};
    }

    // Writes the answers of the prover that can be met, with the masks of a position exchanged if it is `turned`.
    void write(const ProofWanted& wanted, bool turned, strategy::Notes& notes) const {
        for (std::size_t at = 0; at < entries_.size(); ++at) {
            const Entry& entry = entries_[at];
            if ((entry.move < 0 && entry.argument == no_argument) || !entry.met) continue;
            const Pos key = turned ? Pos{entry.key.white, entry.key.black} : entry.key;
            const bool ever = !wanted.ranked || wanted.endless || entry.rank == for_ever;
            const std::int32_t rank = ever ? strategy::unranked : static_cast<std::int32_t>(entry.rank);
            const strategy::Mover mover = !wanted.ranked                  ? strategy::Mover::unsaid
                                          : entry.black != wanted.swapped ? strategy::Mover::black
                                                                          : strategy::Mover::white;
            if (entry.argument == no_argument) {
                notes.add(key, mover, rank, entry.move);
            } else {
                notes.add(key, mover, rank, entry.kind, argument(at));
            }
        }
    }

    std::size_t bytes() const {
        return entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(std::uint32_t) +
               arguments_.capacity() * sizeof(std::int32_t);
    }

  private:
    void place(std::size_t index) {
        std::size_t at = slot_of(entries_[index].key, entries_[index].black);
        while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = static_cast<std::uint32_t>(index + 1);
    }

    std::size_t slot_of(const Pos& key, bool black) const {
        return static_cast<std::size_t>(mix(hash(key) + black)) & (slots_.size() - 1);
    }

    std::vector<Entry> entries_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024);  // numbers of entries from 1; 0: free
    std::vector<std::int32_t> arguments_;                                  // of each how many numbers, and these
};

}  // namespace zermelo
