// Retrograde analysis: all positions that can be reached, solved backwards from the ends of plays.
//
// Exact for games with cycles: a position that never gets a winner is one in which neither player can force a win. The
// winner's distance is the least depth within which he wins; who cannot move has lost, and finding that out takes a
// move. Distances come in layers: a position is won for its mover in one more than the first settled move that is won
// for him, and lost in one more than the last of its moves to be settled, when all are lost. So positions of distance
// n + 1 follow from those of distance n alone.
//
// The steps; the code bears the same numbers:
//   Step 1. Limits.
//   Step 2. Exploring: the moves of a batch of positions are found and counted; a position with a winning move, or with
//           none at all, is settled at once.
//   Step 3. The positions to which they lead get numbers, those that are new at the end of the line.
//   Step 4. Settling: the positions of the least distance that is not done, a batch at a time.
//   Step 5. Their un-moves lead to the positions before them.
//   Step 6. Each of these is won by the move, or has one open reply less; without any it is lost.
//
// Moves are not kept. Exploring, a position is numbered and its moves are counted; settling, un-moves lead from a
// settled position to those before it, which are looked up, and the count of open replies there falls. Only what has
// no un-moves is listed. (Measured with 7 M positions of 9 moves each: 22 bytes a position instead of the 247 that
// moves in both directions took, and a third of the time.) Where a player wins by his next move, his other moves are
// not explored, but in the start position.
//
// Contract: the start position is not over, and can be packed. What is done stays: after a limit or an interrupt `run`
// goes on where it ended. Cost: two passes over all moves; memory as measured above, within the limit.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/limits.hpp"
#include "search/retrograde/table.hpp"

namespace zermelo::retrograde {

// The value of a position: its winner (1: Black, -1: White, 0: neither can force a win), and his distance.
struct Value {
    int winner = 0;
    std::uint32_t distance = 0;

    // The least depth within which a player wins; 0: he never does.
    std::uint32_t of(bool black) const { return winner == (black ? 1 : -1) ? distance : 0; }
};

struct Statistics {
    std::uint64_t positions = 0, moves = 0, black_wins = 0, white_wins = 0;
    std::uint32_t longest = 0;  // the greatest distance
};

template <class Moves>
class Retrograde {
  public:
    using Pos = typename Moves::Pos;
    using Packed = typename Moves::Packed;

    // The start position is not over, and can be packed.
    Retrograde(Moves moves, const Pos& start, bool black)
        : moves_(std::move(moves)), table_(room_), listed_(room_), now_(room_), later_(room_) {
        start_ = *moves_.packing().pack(start, black);
    }
    Retrograde(const Retrograde&) = delete;
    Retrograde& operator=(const Retrograde&) = delete;

    End run(std::size_t byte_limit, Limits& limits) {
        room_.limit = byte_limit;
        if (solved_) return End::answered;
        if (table_.size() == 0) {
            if (!table_.reserve(1)) return End::memory;
            table_.number(start_, start_.hash());
        }
        const End end = explore(limits);
        return end == End::answered ? settle(limits) : end;
    }

    bool solved() const { return solved_; }
    Number size() const { return table_.size(); }
    std::size_t capacity() const { return table_.capacity(); }
    std::size_t held() const { return room_.held(); }
    std::size_t peak() const { return room_.peak(); }
    const Moves& moves() const { return moves_; }

    // Of a position that is not over; once solved. None: it has not been explored.
    std::optional<Value> value(const Pos& position, bool black) const {
        const auto key = moves_.packing().pack(position, black);
        if (!key) return std::nullopt;
        const Number number = table_.find(*key, key->hash());
        if (number == no_number) return std::nullopt;
        return value(number);
    }

    // Once solved: an action by which whoever opens wins within the least depth; -1: he does not win.
    int best_move() const {
        const bool black = start_.black();
        const std::uint32_t distance = value(0).of(black);
        if (distance == 0) return -1;
        const Pos position = moves_.packing().unpack(start_);
        int best = moves_.winning_move(position, black);
        if (best >= 0) return best;
        moves_.for_each_move(position, start_, [&](int move, const Packed& next, bool) {
            if (best < 0 && value(find(next)).of(black) == distance - 1) best = move;
        });
        return best;
    }

    Statistics statistics() const {
        Statistics result;
        result.positions = table_.size();
        result.moves = counted_moves_;
        for (Number number = 0; solved_ && number < table_.size(); ++number) {
            const Value found = value(number);
            result.black_wins += found.winner > 0;
            result.white_wins += found.winner < 0;
            result.longest = std::max(result.longest, found.distance);
        }
        return result;
    }

    // Once solved.
    Value start_value() const { return value(0); }
    Value value(Number number) const {
        const std::uint32_t value = table_.value(number);
        if (value & open) return {};
        return {value & 1 ? 1 : -1, value >> 1};
    }
    Number find(const Packed& key) const { return table_.find(key, key.hash()); }
    Packed key(Number number) const { return table_.key(number); }

  private:
    // The value of a position that has no winner yet: the highest bit and the number of replies that are not lost;
    // else the distance, and a bit that says whether it is Black who wins.
    static constexpr std::uint32_t open = 0x80000000u;
    static std::uint32_t won(bool black, std::uint32_t distance) { return distance << 1 | std::uint32_t{black}; }

    static constexpr std::size_t batch = 64, enough = 512;  // positions, moves: of one batch

    struct Found {
        Packed key;
        std::uint64_t hash;
        Number other;  // where the move leads from, or the un-move
        bool flag;     // listed; or Black wins there
    };

    // Numbers all positions in the order of their discovery and counts their moves. A batch that does not fit leaves
    // nothing behind but values, which are written again.
    End explore(Limits& limits) {
        while (explore_at_ < table_.size()) {
            found_.clear();
            std::uint64_t moves = 0;
            Number here = explore_at_;
            const Number last = static_cast<Number>(std::min<std::size_t>(table_.size(), here + batch));
            End end = End::answered;
            for (; here < last && found_.size() < enough; ++here) {
                if (end = limits.count(); end != End::answered) break;  // Step 1. Limits.
                table_.value(here) = expand(here, moves);
            }
            if (!table_.reserve(found_.size()) || !reserve_listed()) return End::memory;
            // Step 3. The positions to which they lead get numbers.
            call();
            for (const Found& found : found_) {
                const Number after = table_.number(found.key, found.hash);
                if (found.flag) listed_[listed_size_++] = std::uint64_t{after} << 32 | found.other;
            }
            counted_moves_ += moves;
            explore_at_ = here;
            if (end != End::answered) return end;
        }
        return End::answered;
    }

    // Step 2. The value of a position before anything is settled; its moves are found.
    std::uint32_t expand(Number here, std::uint64_t& moves) {
        const Packed key = table_.key(here);
        const Pos position = moves_.packing().unpack(key);
        const bool wins = moves_.winning_move(position, key.black()) >= 0;
        if (wins && here != 0) return won(key.black(), 1);
        std::uint32_t count = 0;
        moves_.for_each_move(position, key, [&](int, const Packed& next, bool listed) {
            found_.push_back({next, next.hash(), here, listed});
            ++count;
        });
        if (wins) return won(key.black(), 1);
        moves += count;
        if constexpr (requires { moves_.drawing_move(position, true); }) {
            // A reply that never gets a winner keeps the position open. Those that make the other player win are lost at
            // once, and do not count: where there are no others, that is as if there were no move.
            count += moves_.drawing_move(position, key.black()) >= 0;
        }
        if (count > 0) return open | count;
        const Status status = moves_.blocked(position, key.black());
        return status == Status::neither ? open : won(status == Status::black, 1);
    }

    bool reserve_listed() {
        const auto more = static_cast<std::size_t>(
            std::count_if(found_.begin(), found_.end(), [](const Found& found) { return found.flag; }));
        const std::size_t wanted = listed_size_ + more;
        return wanted <= listed_.size() ||
               listed_.grow(std::max({wanted, std::size_t{256}, listed_.size() + listed_.size() / 2}));
    }

    void call() const {
        for (const Found& found : found_) table_.call_slot(found.hash);
        for (const Found& found : found_) table_.call_entry(found.hash);
    }

    // Positions of one distance: a list where they are few, else to be looked for among all.
    struct Layer {
        Counted<Number> list;
        std::size_t size = 0;

        explicit Layer(Room& room) : list(room) {}
        bool isin_list() const { return size <= list.size(); }
        void push(Number number) {
            if (size < list.size()) list[size] = number;
            ++size;
        }
    };

    End settle(Limits& limits) {
        if (!settling_) {
            std::size_t few = std::max<std::size_t>(256, table_.size() / 16);
            while (!now_.list.assign(few) || !later_.list.assign(few)) few /= 2;  // there is always room for none
            std::sort(listed_.begin(), listed_.begin() + listed_size_);
            now_.size = table_.size() + few;  // not in the list
            later_.size = 0;
            distance_ = 1;
            layer_at_ = 0;
            settling_ = true;
        }
        for (;;) {
            if (const End end = limits.poll(); end != End::answered) return end;
            if (settle_some()) continue;
            if (later_.size == 0) break;
            std::swap(now_.size, later_.size);
            now_.list.swap(later_.list);
            later_.size = 0;
            layer_at_ = 0;
            ++distance_;
        }
        now_.list.clear();
        later_.list.clear();
        listed_.clear();
        solved_ = true;
        return End::answered;
    }

    // Step 4. Goes on with the layer of this distance; false: it has come to an end.
    bool settle_some() {
        constexpr std::size_t far = 65536;
        found_.clear();
        direct_.clear();
        const bool isin_list = now_.isin_list();
        const std::size_t size = isin_list ? now_.size : table_.size();
        if (layer_at_ >= size) return false;
        const std::size_t last = std::min(size, layer_at_ + far);
        for (; layer_at_ < last && found_.size() < enough; ++layer_at_) {
            const Number here = isin_list ? now_.list[layer_at_] : static_cast<Number>(layer_at_);
            if (isin_list && layer_at_ + 8 < size) table_.call_number(now_.list[layer_at_ + 8]);
            const std::uint32_t value = table_.value(here);
            if (value >> 1 != distance_) continue;  // open ones are more than any distance
            const bool black_wins = (value & 1) != 0;
            // Step 5. Un-moves.
            const Packed key = table_.key(here);
            moves_.for_each_unmove(moves_.packing().unpack(key), key, [&](const Packed& before) {
                found_.push_back({before, before.hash(), here, black_wins});
            });
            const std::uint64_t first = std::uint64_t{here} << 32;
            const std::uint64_t* end = listed_.begin() + listed_size_;
            for (auto at = std::lower_bound(static_cast<const std::uint64_t*>(listed_.begin()), end, first);
                 at != end && *at >> 32 == here; ++at) {
                direct_.emplace_back(static_cast<Number>(*at), black_wins);
            }
        }
        call();
        for (const Found& found : found_) {
            const Number before = table_.find(found.key, found.hash);
            if (before != no_number) tell(before, found.flag);
        }
        for (const auto& [before, black_wins] : direct_) tell(before, black_wins);
        return true;
    }

    // Step 6. A move from this position has been settled, at the distance of this layer.
    void tell(Number before, bool black_wins) {
        std::uint32_t& value = table_.value(before);
        if (!(value & open)) return;
        if (table_.black(before) != black_wins && --value != open) return;
        value = won(black_wins, distance_ + 1);
        later_.push(before);
    }

    Moves moves_;
    Room room_;
    Table<Packed::size> table_;
    Packed start_;
    Counted<std::uint64_t> listed_;     // moves without un-moves: to where in the upper half, from where in the lower
    std::size_t listed_size_ = 0;
    std::uint64_t counted_moves_ = 0;
    bool settling_ = false, solved_ = false;
    Number explore_at_ = 0;
    std::uint32_t distance_ = 1;
    Layer now_, later_;  // positions of this distance, and of one more
    std::size_t layer_at_ = 0;
    std::vector<Found> found_;
    std::vector<std::pair<Number, bool>> direct_;
};

}  // namespace zermelo::retrograde
