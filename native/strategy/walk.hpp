// The walk of the strategy checker by the plain rules: every reply of the opponent is played, every entry met once.
//
// It does what src/zermelo/strategy/check/plain.py does, step by step, and nothing else; that file says why this is a
// proof. Keys are positions in full, as far as they matter. Arguments in place of moves are verified by the caller.

#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/by_state.hpp"
#include "rules/grid.hpp"
#include "rules/position.hpp"
#include "strategy/notes.hpp"
#include "strategy/packing.hpp"
#include "strategy/pairing.hpp"
#include "strategy/race.hpp"
#include "strategy/sum_of_parts.hpp"

namespace zermelo::strategy {

inline constexpr std::int64_t no_rank = -1;  // of a win: nothing is said; of holding: for ever
inline constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();

struct Claim {
    bool black, wins, ranked;
    std::int64_t bound;  // moves; no_bound: any number
};

// A flaw of a strategy: a key of the message, two numbers for it, and the line of play.
struct Break {
    std::string why;
    std::int64_t one = 0, two = 0;
};

struct Result {
    bool holds = false;
    Break wrong;
    std::vector<int> line;
    std::int64_t positions = 0, replies = 0, arguments = 0, longest = 0;  // longest: -1 when plays may go on for ever
    bool interrupted = false, late = false;
};

class Walker {
  public:
    // The flaw of an argument of this number in a position, taken back by a symmetry; "" when nothing is.
    using Verify = std::function<std::string(const Position<8>&, std::int64_t ply, int argument, int turn,
                                             std::int64_t rank)>;
    // 0: go on, 1: interrupted, 2: out of time.
    using Poll = std::function<int()>;

    virtual ~Walker() = default;
    // False when the position is there already. A negative answer is the argument of the number -1 - answer.
    virtual bool add(const Position<8>& position, bool black, int answer, std::int64_t rank) = 0;
    // The same of a packing: the number of pairs, their moves, and the other moves, see strategy/packing.hpp.
    virtual bool add_packing(const Position<8>& position, bool black, std::span<const std::int32_t> numbers,
                             std::int64_t rank) = 0;
    // The same of a sum: the moves that are given up, see strategy/sum_of_parts.hpp.
    virtual bool add_sum(const Position<8>& position, bool black, std::span<const std::int32_t> numbers,
                         std::int64_t rank) = 0;
    // The same of a race: its move, and of each plan the length and the moves, see strategy/race.hpp.
    virtual bool add_race(const Position<8>& position, bool black, std::span<const std::int32_t> numbers,
                          std::int64_t rank) = 0;
    // notes: those whose numbers arguments have, see add; nullptr: they are the caller's.
    virtual Result walk(const Position<8>& start, std::int64_t ply, const Notes* notes, const Verify& verify,
                        const Poll& poll) = 0;
};

// A permutation of the cells, and for each move of Black and White of an image the move that it is the image of; for
// games of cells the inverse permutation does.
struct Turn {
    std::vector<int> images;
    std::vector<int> black_moves, white_moves;
};

template <class Game>
class WalkerOf final : public Walker {
  public:
    static constexpr std::size_t words = Game::words;
    using Place = Position<words>;
    using Key = typename Positions<words>::Key;

    WalkerOf(const Game& game, const Claim& claim, std::vector<Turn> turns)
        : game_(game), claim_(claim), turns_(std::move(turns)) {
        if constexpr (is_grid) races_.emplace(game);
        for (const Turn& turn : turns_) {
            const std::size_t cells = turn.images.size();
            nibbles_ = (cells + 3) / 4;
            for (std::size_t low = 0; low < cells; low += 4) {
                for (std::size_t value = 0; value < 16; ++value) {
                    Bits<words> image;
                    for (std::size_t bit = 0; bit < 4 && low + bit < cells; ++bit) {
                        if (value >> bit & 1) image.set(turn.images[low + bit]);
                    }
                    images_.push_back(image);
                }
            }
        }
    }

    bool add(const Position<8>& position, bool black, int answer, std::int64_t rank) override {
        const Key key{narrow(position), claim_.ranked && black};
        if (table_.find(key) >= 0) return false;
        table_.add(key);
        entries_.push_back({answer, rank, unmet});
        return true;
    }

    bool add_packing(const Position<8>& position, bool black, std::span<const std::int32_t> numbers,
                     std::int64_t rank) override {
        return add_numbers(position, black, Sort::packing, numbers, rank);
    }

    bool add_sum(const Position<8>& position, bool black, std::span<const std::int32_t> numbers,
                 std::int64_t rank) override {
        return add_numbers(position, black, Sort::sum, numbers, rank);
    }

    bool add_race(const Position<8>& position, bool black, std::span<const std::int32_t> numbers,
                  std::int64_t rank) override {
        return add_numbers(position, black, Sort::race, numbers, rank);
    }

    Result walk(const Position<8>& start, std::int64_t ply, const Notes* notes, const Verify& verify,
                const Poll& poll) override {
        notes_ = notes;
        verify_ = &verify;
        sums_.parts.values.poll = sums_.impartial.poll = &poll;
        try {
            std::int64_t longest = visit(narrow(start), ply, claim_.bound, -1);
            std::uint64_t steps = 0;
            while (!frames_.empty()) {
                if (++steps % 1024 == 0) {
                    const int stop = poll();
                    result_.interrupted = stop == 1;
                    result_.late = stop == 2;
                    if (stop != 0) return result_;
                }
                Frame& frame = frames_.back();
                if (frame.at < frame.moves.size()) {
                    const Next next = frame.moves[frame.at++];
                    result_.replies += frame.opponent;
                    move_ = next.move;
                    const std::size_t depth = frames_.size();
                    const std::int64_t height =
                        visit(next.position, frame.ply + 1, frame.rank == no_bound ? no_bound : frame.rank - 1,
                              next.move);
                    if (height >= 0) raise(frames_[depth - 1], height + 1);
                    continue;
                }
                const std::int64_t height = frame.height;
                if (frame.entry >= 0) entries_[static_cast<std::size_t>(frame.entry)].height = height;
                if (frame.free >= 0) shown_[static_cast<std::size_t>(frame.free)].height = height;
                frames_.pop_back();
                if (frames_.empty()) {
                    longest = height;
                } else {
                    raise(frames_.back(), height + 1);
                }
            }
            result_.longest = endless_ ? -1 : longest;
            result_.holds = true;
        } catch (const Stopped& stopped) {
            result_.interrupted = stopped.why == 1;
            result_.late = stopped.why == 2;
        } catch (const Break& wrong) {
            result_.wrong = wrong;
            for (std::size_t i = 1; i < frames_.size(); ++i) result_.line.push_back(frames_[i].move);
            if (!frames_.empty()) result_.line.push_back(move_);
        }
        return result_;
    }

  private:
    static constexpr std::int64_t unmet = -2, under_way = -1;

    static constexpr bool is_grid = std::is_same_v<Game, GridGame<words>>;

    enum class Sort : std::uint8_t { plain, packing, sum, race };
    struct Entry {
        int answer;
        std::int64_t rank;
        std::int64_t height;  // of the longest line from here
        Sort sort = Sort::plain;  // of the others the answer says where the numbers are
    };
    struct Shown {
        std::int64_t height = under_way, rank = 0;
    };
    struct Next {
        int move;
        Place position;
    };
    struct Frame {
        std::int64_t ply, rank;
        std::int64_t entry, free;  // what it is remembered under; -1: nothing
        int move;                  // that led here
        bool opponent;
        std::vector<Next> moves;
        std::size_t at = 0;
        std::int64_t height = 0;
        std::vector<std::int32_t> race = {};  // that begins with the stored move
    };

    static Place narrow(const Position<8>& wide) { return {resize<words>(wide.black), resize<words>(wide.white)}; }
    static void raise(Frame& frame, std::int64_t height) { frame.height = std::max(frame.height, height); }

    Status mine() const { return win_of(claim_.black); }
    Status theirs() const { return win_of(!claim_.black); }

    // Who has won; the move that led here, if any, was made where the play went on.
    Status decided(const Place& place, std::int64_t ply, int move) const {
        if constexpr (requires { game_.decided_by(move, place, ply); }) {
            if (move >= 0) return game_.decided_by(move, place, ply);
        }
        return game_.decided(place, ply);
    }

    // The result of a look for a move of the claimant that wins at once.
    enum class Leap { wins, fails, nowhere };  // nowhere: it is not his turn, or there is no move
    Leap leap_from(const Place& place, std::int64_t ply) const {
        Leap leap = Leap::nowhere;
        game_.for_each_move(place, ply, [&](int move, const Place& after) {
            if (black_to_move(game_, place, ply) != claim_.black) return false;
            leap = decided(after, ply + 1, move) == mine() ? Leap::wins : Leap::fails;
            return leap == Leap::fails;
        });
        return leap;
    }

    // The longest line from a position; -1 when it has to be walked, and has become the last frame.
    std::int64_t visit(const Place& place, std::int64_t ply, std::int64_t rank, int move) {
        const Status reached = decided(place, ply, move);
        if (reached == theirs()) throw Break{"lost"};
        if (reached == mine()) return 0;
        if (rank <= 0) {
            if (claim_.wins) throw Break{"depth"};
            return 0;
        }
        const bool running = reached == Status::running;
        const auto [key, turn] = smallest(place, ply);
        const std::int64_t number = running ? table_.find(key) : -1;
        if (number >= 0) {
            const Entry& entry = entries_[static_cast<std::size_t>(number)];
            if (entry.height != unmet) {
                rank_of(entry, rank);
                return met(entry.height);
            }
        }
        if (running && number < 0) {
            const Leap leap = leap_from(place, ply);
            if (leap == Leap::wins) return 1;
            if (leap == Leap::fails) throw Break{"missing"};
        }
        std::vector<Next> moves;
        if (running) {
            game_.for_each_move(place, ply, [&](int each, const Place& after) {
                moves.push_back({each, after});
                return true;
            });
        }
        if (moves.empty()) {
            const Status end = running ? game_.blocked(place, ply) : reached;
            if (end == theirs() || (claim_.wins && end != mine())) throw Break{end == theirs() ? "over" : "draw"};
            return 0;
        }
        if (number < 0 && (move < 0 || !frames_.back().opponent)) {
            const std::int64_t height = settle(ply, rank, moves);
            push(ply, rank, -1, -1, move, true, std::move(moves));  // each entry leads to one such position
            frames_.back().height = height;
            return -1;
        }
        if (number < 0) {
            std::int64_t known = free_.find(key);
            if (known < 0) {
                known = free_.add(key);
                shown_.emplace_back();
            } else if (Shown& shown = shown_[static_cast<std::size_t>(known)]; covers(shown.rank, rank)) {
                if (shown.height == under_way && claim_.wins && claim_.ranked) throw Break{"circles"};
                return met(shown.height);
            }
            shown_[static_cast<std::size_t>(known)] = {under_way, rank};
            push(ply, rank, -1, known, move, true, std::move(moves));
            return -1;
        }
        Entry& entry = entries_[static_cast<std::size_t>(number)];
        rank = rank_of(entry, rank);
        ++result_.positions;
        if (entry.sort == Sort::packing || entry.sort == Sort::sum) {
            ++result_.arguments;
            check_filling(entry, place, ply, turn, rank);
            entry.height = 0;
            return 0;
        }
        std::vector<std::int32_t> race;
        if (entry.sort == Sort::race) {
            if (!is_grid) throw Break{"not grid"};
            race = race_of(entry.answer, turn);
            result_.arguments += race.size() > 1;
        } else if (entry.answer < 0) {
            ++result_.arguments;
            check_argument(-1 - entry.answer, place, ply, turn, rank);
            entry.height = 0;
            return 0;
        }
        if (black_to_move(game_, place, ply) != claim_.black) throw Break{"turn"};
        const int answer = race.empty() ? back(entry.answer, turn, ply) : race[0];
        std::erase_if(moves, [&](const Next& next) { return next.move != answer; });
        if (moves.empty()) throw Break{"illegal", answer};
        entry.height = under_way;
        push(ply, rank, number, -1, move, false, std::move(moves));
        frames_.back().race = std::move(race);
        return -1;
    }

    bool add_numbers(const Position<8>& position, bool black, Sort sort, std::span<const std::int32_t> numbers,
                     std::int64_t rank) {
        if (numbers_.size() + numbers.size() >= static_cast<std::size_t>(std::numeric_limits<int>::max())) {
            throw std::length_error("too many numbers of arguments");
        }
        if (!add(position, black, static_cast<int>(numbers_.size()), rank)) return false;
        entries_.back().sort = sort;
        numbers_.push_back(static_cast<std::int32_t>(numbers.size()));
        numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
        return true;
    }

    std::span<const std::int32_t> numbers_at(int answer) const {
        const std::int32_t* count = numbers_.data() + answer;
        return {count + 1, static_cast<std::size_t>(*count)};
    }

    // A race in terms of the position, taken back by a symmetry.
    std::vector<std::int32_t> race_of(int answer, int turn) const {
        const auto numbers = numbers_at(answer);
        std::vector<std::int32_t> race(numbers.begin(), numbers.end());
        const std::int64_t ply = claim_.black ? 0 : 1;
        map_race(race, [&](int move) { return back(move, turn, ply); });
        return race;
    }

    // Takes away the replies after which a plan wins of the race that began with the move before, if one did; the
    // length of the longest line that begins with one of them.
    std::int64_t settle(std::int64_t ply, std::int64_t rank, std::vector<Next>& replies) {
        std::int64_t height = 0;
        if constexpr (is_grid) {
            if (frames_.empty() || frames_.back().race.size() < 2) return 0;
            const std::span<const std::int32_t> race = frames_.back().race;
            std::erase_if(replies, [&](const Next& reply) {
                if (game_.decided(reply.position, ply + 1) != Status::running) return false;
                return any_plan(race, [&](std::span<const std::int32_t> plan) {
                    const auto moves = 2 * static_cast<std::int64_t>(plan.size()) + 1;
                    if (claim_.wins && moves > rank - 1) return false;
                    if (!races_->wins(game_.residual(reply.position), claim_.black, plan)) return false;
                    ++result_.replies;
                    height = std::max(height, moves + 1);
                    return true;
                });
            });
        }
        return height;
    }

    // Throws where an argument does not prove what is left of the claim. Of pairings in notes the caller tells only what
    // is wrong.
    void check_argument(int argument, const Place& place, std::int64_t ply, int turn, std::int64_t rank) {
        if constexpr (requires { game_.sets_of(claim_.black); }) {
            const auto number = static_cast<std::size_t>(argument);
            if (notes_ != nullptr && number < notes_->size() && !claim_.wins && rank != no_bound) {
                const NoteView note = (*notes_)[number];
                taken_back_.assign(note.numbers.begin(), note.numbers.end());
                for (std::int32_t& cell : taken_back_) cell = back(cell, turn, ply);
                const bool pairs = note.kind == NoteKind::pairing;
                if (pairs && pairing_holds(game_, place, ply, claim_.black, taken_back_, rank)) return;
            }
        }
        const Position<8> wide{resize<8>(place.black), resize<8>(place.white)};
        const std::string wrong = (*verify_)(wide, ply, argument, turn, rank);
        if (!wrong.empty()) throw Break{wrong};
    }

    // Throws where a packing or a sum does not prove what is left of the claim.
    void check_filling(const Entry& entry, const Place& place, std::int64_t ply, int turn, std::int64_t rank) {
        const bool sum = entry.sort == Sort::sum;
        if constexpr (is_grid) {
            const auto numbers = numbers_at(entry.answer);
            taken_back_.assign(numbers.begin(), numbers.end());
            for (std::size_t i = sum ? 0 : 1; i < taken_back_.size(); ++i) {
                taken_back_[i] = back(taken_back_[i], turn, claim_.black ? 0 : 1);
            }
            const bool opens = black_to_move(game_, place, ply) == claim_.black;
            const std::int64_t left = !claim_.wins || rank == no_bound ? -1 : rank;
            const PackingFault fault = sum ? sum_fault(game_, place, claim_.black, opens, taken_back_, left, sums_)
                                           : packing_fault(game_, place, claim_.black, opens, taken_back_, left, room_);
            if (fault.why != nullptr) throw Break{fault.why, fault.one, fault.two};
        } else {
            throw Break{sum ? "sum elsewhere" : "not packing"};
        }
    }

    void push(std::int64_t ply, std::int64_t rank, std::int64_t entry, std::int64_t free, int move, bool opponent,
              std::vector<Next>&& moves) {
        frames_.push_back({ply, rank, entry, free, move, opponent, std::move(moves)});
    }

    // Tells whether what was shown of a position of the opponent covers that number of moves left.
    bool covers(std::int64_t shown, std::int64_t left) const {
        return !claim_.ranked || (claim_.wins ? left >= shown : left <= shown);
    }

    std::int64_t met(std::int64_t height) {
        endless_ = endless_ || height == under_way;
        return std::max<std::int64_t>(height, 0);
    }

    // For how many moves an entry speaks, where that is what is left of the claim.
    std::int64_t rank_of(const Entry& entry, std::int64_t left) const {
        if (!claim_.ranked) return left;  // the stones tell how many
        if (claim_.wins) {
            if (entry.rank < 1) throw Break{"no rank"};
            if (entry.rank > left) throw Break{"late", entry.rank, left};
            return entry.rank;
        }
        if (entry.rank == no_rank) return no_bound;
        if (left == no_bound || entry.rank < left) throw Break{"early", entry.rank, left == no_bound ? -1 : left};
        return entry.rank;
    }

    std::pair<Key, int> smallest(const Place& place, std::int64_t ply) const {
        Place form = place;
        if constexpr (requires { game_.residual(place); }) form = game_.residual(place);
        Key key{form, claim_.ranked && black_to_move(game_, place, ply)};
        int number = 0;
        for (std::size_t i = 0; i < turns_.size(); ++i) {
            const auto black = image(form.black, i);
            const int order = compare(black, key.position.black);
            if (order > 0) continue;
            const auto white = image(form.white, i);
            if (order == 0 && compare(white, key.position.white) >= 0) continue;
            key.position = {black, white};
            number = static_cast<int>(i) + 1;
        }
        return {key, number};
    }

    Bits<words> image(const Bits<words>& cells, std::size_t turn) const {
        const Bits<words>* table = &images_[turn * nibbles_ * 16];
        Bits<words> result;
        for (std::size_t nibble = 0; nibble < nibbles_; ++nibble, table += 16) {
            result |= table[cells.words[nibble / 16] >> (4 * (nibble % 16)) & 15];
        }
        return result;
    }

    static int compare(const Bits<words>& left, const Bits<words>& right) {
        for (std::size_t i = words; i-- > 0;) {
            if (left.words[i] != right.words[i]) return left.words[i] < right.words[i] ? -1 : 1;
        }
        return 0;
    }

    int back(int answer, int turn, [[maybe_unused]] std::int64_t ply) const {
        if (turn == 0) return answer;
        const Turn& used = turns_[static_cast<std::size_t>(turn - 1)];
        bool black = true;  // by state: moves are numbered together
        if constexpr (!ByState<Game>) black = game_.black_moves(ply);
        const auto& moves = black ? used.black_moves : used.white_moves;
        return static_cast<std::size_t>(answer) < moves.size() ? moves[static_cast<std::size_t>(answer)] : answer;
    }

    std::conditional_t<ByState<Game>, const Game, const Game&> game_;  // by state: a copy of its own to work in
    Claim claim_;
    std::vector<Turn> turns_;
    std::size_t nibbles_ = 0;
    std::vector<Bits<words>> images_;  // of each turn, of four neighbouring cells at a time
    Positions<words> table_, free_;  // of entries, and of the opponent after moves of his own
    std::vector<Entry> entries_;
    std::vector<Shown> shown_;  // of the latter
    std::vector<std::int32_t> numbers_;  // of all packings, sums and races, each after how many they are
    std::vector<std::int32_t> taken_back_;
    PackingRoom<words> room_;
    SumRoom<words> sums_;
    std::optional<std::conditional_t<is_grid, Races<words>, char>> races_;
    std::vector<Frame> frames_;
    const Notes* notes_ = nullptr;
    const Verify* verify_ = nullptr;
    int move_ = -1;
    bool endless_ = false;
    Result result_;
};

}  // namespace zermelo::strategy
