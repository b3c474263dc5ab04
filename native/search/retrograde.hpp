// Who wins, without any bound: all positions that can be reached, solved backwards from the ends of plays.
//
// Exact for games with cycles: a position that never gets a winner is one in which neither player can force a win. The
// winner's distance is the least depth within which he wins, as layers are settled in the order of their depth: a
// position is won for its mover in one more than the first settled move that is won for him, and lost in one more
// than the last of its moves to be settled, when all are lost.
//
// Memory: a position is kept as the bits of its two boards and of the player to move, packed without gaps, beside one
// slot of a hash table, its distance, and four bytes in both directions for each move. What would exceed the limit
// ends the search before it is allocated.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "limits.hpp"
#include "../position.hpp"

namespace zermelo {

struct Solved {
    End end = End::answered;
    int winner = 0;           // 1: Black, -1: White, 0: neither can force a win
    std::uint32_t depth = 0;  // of the win
    int move = -1;            // a first move of the winner, where he opens
    std::uint64_t positions = 0, moves = 0, bytes = 0;
    std::uint64_t black_wins = 0, white_wins = 0;  // among all positions
    std::uint32_t longest = 0;                     // the greatest depth of a win
};

template <class Game>
class Retrograde {
  public:
    using Pos = Position<Game::words>;

    Retrograde(const Game& game, std::size_t byte_limit, Limits& limits)
        : game_(game), byte_limit_(byte_limit), limits_(limits), cells_(game.cells()),
          stride_((2 * static_cast<std::size_t>(cells_) + 1 + 63) / 64) {}

    // The position is not over.
    Solved solve(const Pos& start, std::int64_t ply) {
        Solved result;
        result.end = explore(start, ply);
        if (result.end == End::answered) result.end = turn_around();
        if (result.end == End::answered) result.end = settle();
        result.positions = count_;
        result.moves = next_.size();
        result.bytes = peak_;
        if (result.end != End::answered) return result;
        result.winner = winner_[0];
        result.depth = result.winner != 0 ? distance_[0] : 0;
        for (std::size_t i = 0; i < count_; ++i) {
            result.black_wins += winner_[i] > 0;
            result.white_wins += winner_[i] < 0;
            if (winner_[i] != 0) result.longest = std::max(result.longest, distance_[i]);
        }
        if (result.winner == (game_.black_moves(ply) ? 1 : -1)) {
            if (winning_start_ >= 0) {
                result.move = winning_start_;
            } else {
                std::size_t number = 0;
                game_.for_each_move(start, ply, [&](int move) {
                    const std::uint32_t after = next_[number++];
                    if (result.move < 0 && winner_[after] == result.winner && distance_[after] + 1 == result.depth) {
                        result.move = move;
                    }
                });
            }
        }
        return result;
    }

  private:
    static constexpr std::uint32_t most_positions = 0xfffffff0u;

    template <class Value>
    bool room(std::vector<Value>& list, std::size_t more) {
        if (list.size() + more <= list.capacity()) return true;
        const std::size_t old_size = list.capacity();
        const std::size_t wanted = std::max<std::size_t>({64, list.size() + more, old_size + old_size / 2});
        if (!take(wanted * sizeof(Value))) return false;
        list.reserve(wanted);
        held_ -= old_size * sizeof(Value);
        return true;
    }

    // Before so many more bytes are allocated.
    bool take(std::size_t bytes) {
        if (held_ + bytes > byte_limit_) return false;
        held_ += bytes;
        peak_ = std::max(peak_, held_);
        return true;
    }

    // Packing: the bits of Black's board, then White's, then whether Black is to move.
    void pack(const Pos& position, bool black, std::uint64_t* key) const {
        std::fill(key, key + stride_, 0);
        const auto put = [&](const Bits<Game::words>& bits, int at) {
            for (int from = 0; from < cells_; from += 64, at += 64) {
                const std::uint64_t word = bits.words[static_cast<std::size_t>(from / 64)];
                const auto place = static_cast<std::size_t>(at / 64);
                key[place] |= word << (at % 64);
                if (at % 64 != 0 && place + 1 < stride_) key[place + 1] |= word >> (64 - at % 64);
            }
        };
        put(position.black, 0);
        put(position.white, cells_);
        key[static_cast<std::size_t>(2 * cells_ / 64)] |= std::uint64_t{black} << (2 * cells_ % 64);
    }

    Pos unpack(const std::uint64_t* key, bool& black) const {
        Pos position;
        const auto bit = [&](int at) { return key[static_cast<std::size_t>(at / 64)] >> (at % 64) & 1; };
        const auto get = [&](Bits<Game::words>& bits, int at) {
            for (int from = 0; from < cells_; from += 64, at += 64) {
                const auto place = static_cast<std::size_t>(at / 64);
                std::uint64_t word = key[place] >> (at % 64);
                if (at % 64 != 0 && place + 1 < stride_) word |= key[place + 1] << (64 - at % 64);
                if (cells_ - from < 64) word &= (std::uint64_t{1} << (cells_ - from)) - 1;
                bits.words[static_cast<std::size_t>(from / 64)] = word;
            }
        };
        get(position.black, 0);
        get(position.white, cells_);
        black = bit(2 * cells_) != 0;
        return position;
    }

    // The number of a position, which is new or not; false when there is no room.
    bool number(const Pos& position, bool black, std::uint32_t& result) {
        std::uint64_t key[2 * Game::words + 1];
        pack(position, black, key);
        std::uint64_t hashed = 0;
        for (std::size_t i = 0; i < stride_; ++i) hashed = mix(hashed ^ key[i]) + 0x9e3779b97f4a7c15u;
        if (2 * (std::size_t{count_} + 1) > slots_.size() && !grow()) return false;
        std::size_t at = hashed & (slots_.size() - 1);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
            const std::uint64_t* other = &keys_[std::size_t{slots_[at] - 1} * stride_];
            if (std::equal(key, key + stride_, other)) {
                result = slots_[at] - 1;
                return true;
            }
        }
        if (count_ >= most_positions || !room(keys_, stride_)) return false;
        keys_.insert(keys_.end(), key, key + stride_);
        result = count_++;
        slots_[at] = count_;
        return true;
    }

    bool grow() {
        const std::size_t size = std::max<std::size_t>(64, 2 * slots_.size());
        if (!take(size * sizeof(std::uint32_t))) return false;
        std::vector<std::uint32_t> larger(size);
        for (std::uint32_t i = 0; i < count_; ++i) {
            std::uint64_t hashed = 0;
            for (std::size_t k = 0; k < stride_; ++k) {
                hashed = mix(hashed ^ keys_[i * stride_ + k]) + 0x9e3779b97f4a7c15u;
            }
            std::size_t at = hashed & (size - 1);
            while (larger[at] != 0) at = (at + 1) & (size - 1);
            larger[at] = i + 1;
        }
        held_ -= slots_.size() * sizeof(std::uint32_t);
        slots_ = std::move(larger);
        return true;
    }

    // Numbers all positions in the order of their discovery and lists their moves; what is over at once is settled.
    End explore(const Pos& start, std::int64_t ply) {
        std::uint32_t ignored = 0;
        if (!number(start, game_.black_moves(ply), ignored)) return End::memory;
        std::vector<int> moves;
        for (std::uint32_t here = 0; here < count_; ++here) {
            if (const End end = limits_.count(); end != End::answered) return end;
            if (!room(firsts_, 2) || !room(winner_, 1) || !room(distance_, 1)) return End::memory;
            firsts_.push_back(next_.size());
            winner_.push_back(0);
            distance_.push_back(0);
            bool black = false;
            const Pos position = unpack(&keys_[here * stride_], black);
            const std::int64_t turn = game_.ply_of(position, black);
            const int winning = game_.winning_move(position, turn);
            if (winning >= 0) {
                if (here == 0) winning_start_ = winning;
                winner_[here] = black ? 1 : -1;
                distance_[here] = 1;
                continue;
            }
            moves.clear();
            game_.for_each_move(position, turn, [&](int move) { moves.push_back(move); });
            if (moves.empty()) {
                const Status blocked = game_.blocked(turn);
                winner_[here] = blocked == Status::black ? 1 : blocked == Status::white ? -1 : 0;
                distance_[here] = 1;
                continue;
            }
            if (!room(next_, moves.size())) return End::memory;
            const bool black_next = game_.black_moves(turn + 1);
            for (const int move : moves) {
                std::uint32_t after = 0;
                if (!number(game_.play(position, turn, move), black_next, after)) return End::memory;
                next_.push_back(after);
            }
        }
        firsts_.push_back(next_.size());
        return End::answered;
    }

    // For each position the moves that lead to it.
    End turn_around() {
        const std::size_t bytes = (count_ + std::size_t{1}) * sizeof(std::uint64_t) +
                                  (next_.size() + 2 * std::size_t{count_}) * sizeof(std::uint32_t);
        if (!take(bytes)) return End::memory;
        before_firsts_.assign(count_ + std::size_t{1}, 0);
        for (const std::uint32_t after : next_) ++before_firsts_[after];
        std::uint64_t sum = 0;
        for (auto& first : before_firsts_) first = sum += first;
        before_.resize(next_.size());
        for (std::uint32_t here = count_; here-- > 0;) {
            if (const End end = pause(here); end != End::answered) return end;
            for (std::uint64_t i = firsts_[here]; i < firsts_[here + std::size_t{1}]; ++i) {
                before_[--before_firsts_[next_[i]]] = here;
            }
        }
        return limits_.poll();
    }

    // Where positions are only walked through: anything but `answered` ends that.
    End pause(std::size_t step) { return step % 65536 == 0 ? limits_.poll() : End::answered; }

    End settle() {
        std::vector<std::uint32_t> queue, left(count_);
        queue.reserve(count_);
        for (std::uint32_t here = 0; here < count_; ++here) {
            left[here] = static_cast<std::uint32_t>(firsts_[here + 1] - firsts_[here]);
            if (winner_[here] != 0) queue.push_back(here);
        }
        for (std::size_t at = 0; at < queue.size(); ++at) {
            if (const End end = pause(at); end != End::answered) return end;
            const std::uint32_t after = queue[at];
            for (std::uint64_t i = before_firsts_[after]; i < before_firsts_[after + std::size_t{1}]; ++i) {
                const std::uint32_t here = before_[i];
                if (winner_[here] != 0) continue;
                const bool good = (winner_[after] > 0) == black_to_move(here);
                if (!good && --left[here] > 0) continue;
                winner_[here] = winner_[after];
                distance_[here] = distance_[after] + 1;
                queue.push_back(here);
            }
        }
        return End::answered;
    }

    bool black_to_move(std::uint32_t here) const {
        return keys_[here * stride_ + static_cast<std::size_t>(2 * cells_ / 64)] >> (2 * cells_ % 64) & 1;
    }

    const Game& game_;
    std::size_t byte_limit_;
    Limits& limits_;
    int cells_;
    std::size_t stride_;  // words of a key
    std::uint32_t count_ = 0;
    std::vector<std::uint64_t> keys_, firsts_, before_firsts_;
    std::vector<std::uint32_t> slots_;  // a position + 1; 0: free
    std::vector<std::uint32_t> next_, before_, distance_;
    std::vector<std::int8_t> winner_;
    int winning_start_ = -1;
    std::size_t held_ = 0, peak_ = 0;
};

}  // namespace zermelo
