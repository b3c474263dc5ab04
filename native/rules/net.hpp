// Ground games: the rules are a Boolean network, see src/zermelo/model/net_game.py.
//
// Of a position `black` is the set of fluents that are true. `white` is no set of stones but says what follows from them:
// whether the play is over and how, and who moves. It is filled in when a position is made, for all positions after
// one at once: their masks are transposed, so that a word has one fluent of 64 positions, and the network is evaluated
// on these words. A position from outside has none of it, and gets it when it is asked.
//
// A position's *expansion* is its moves with the positions after them. Searches ask for it several times, and come back to
// those on the line of play; so one is kept for each of the last plies.
//
// A state in which the rules make no sense (nobody can tell who moves, or who has won) is a `NetFault`, thrown wherever it
// is met.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/net_program.hpp"
#include "rules/rules.hpp"

namespace zermelo {

struct NetFault {
    Mask state;
};

// The number of words is the least with a bit to spare, but for 512 fluents.
std::unique_ptr<Rules> make_net_rules(const NetSpec& spec);

template <std::size_t Words>
class NetGame {
  public:
    using Widths = AllWidths;
    static constexpr std::size_t words = Words;
    static constexpr bool placing = false, by_state = true;
    using Pos = Position<Words>;

    struct Next {
        int move;
        Pos position;
    };

    explicit NetGame(std::shared_ptr<const NetProgram> program) : program_(std::move(program)), work_(*program_) {}
    // Each game has memory of its own to work in, so that a copy may be used in another thread.
    NetGame(const NetGame& other) : NetGame(other.program_) {}
    NetGame& operator=(const NetGame&) = delete;

    int fluents() const { return program_->fluents(); }

    void check_ply(std::int64_t ply) const {
        if (ply < 0) throw std::invalid_argument("ply: expected at least 0");
    }

    bool black_moves(const Pos& position, std::int64_t) const { return (told(position).white.words[0] & black_bit) != 0; }
    Status ended(const Pos& position, std::int64_t) const { return status_of(told(position)); }
    Status decided(const Pos& position, std::int64_t ply) const { return ended(position, ply); }
    Status blocked(const Position<Words>&, std::int64_t) const { return Status::neither; }  // there is always a move

    template <class Visit>
    void for_each_move(const Pos& position, std::int64_t ply, Visit&& visit) const {
        for (const Next& next : expand(position, ply).moves) {
            if (!visit(next.move, next.position)) return;
        }
    }

    Pos play(const Pos& position, std::int64_t ply, int move) const {
        const auto& moves = expand(position, ply).moves;
        return std::lower_bound(moves.begin(), moves.end(), move, [](const Next& next, int wanted) {
                   return next.move < wanted;
               })->position;
    }

    // The position alone, and with all that follows from it.
    static Pos bare(const Pos& position) { return {position.black, {}}; }
    // A state of which it is known that the play goes on, and who moves.
    static Pos running(const Bits<Words>& state, bool black) {
        Pos position{state, {}};
        position.white.words[0] = told_bit | (black ? black_bit : 0);
        return position;
    }
    Pos told(const Pos& position) const {
        if ((position.white.words[0] & told_bit) != 0) return position;
        Next next{0, position};
        for (int k = 0; k < fluents(); ++k) work_.after[NetProgram::fluent(k)] = position.black.test(k) ? every : 0;
        tell(&next, 1);
        return next.position;
    }

    // The number of moves that end the play so.
    int endings(const Pos& position, std::int64_t ply, Status status) const {
        return expand(position, ply).endings[static_cast<std::size_t>(status)];
    }

    // Beside the rules, for searches: see search/plain/game.hpp.
    std::size_t actions(bool) const { return static_cast<std::size_t>(program_->move_count()); }
    bool has_goals() const { return true; }
    std::size_t weight(bool, int) const { return 0; }
    int choices(const Pos& position, std::int64_t ply) const { return static_cast<int>(expand(position, ply).moves.size()); }
    Pos residual(const Pos& position) const { return bare(position); }

  private:
    static constexpr std::uint64_t told_bit = 1, black_bit = 2, every = ~std::uint64_t{0};
    static constexpr int status_shift = 2;
    static constexpr std::size_t plies = 64;

    static Status status_of(const Pos& told) { return static_cast<Status>(told.white.words[0] >> status_shift & 3); }

    struct Expansion {
        Bits<Words> state;
        bool there = false;
        std::vector<Next> moves;
        std::array<int, 4> endings{};  // by status
    };

    struct Effect {
        Bits<Words> set, kept;
    };

    struct Work {
        std::vector<std::uint64_t> now, after;  // the values of literals: in a state, and in 64 states after it
        std::array<Expansion, plies> expansions;
        std::unordered_map<std::uint64_t, Effect> effects;
        Mask open;                // of all effects so far
        NetProgram::Code of_open;
        std::vector<int> moves;

        explicit Work(const NetProgram& program) : now(program.literals()), after(program.literals()) {
            now[NetProgram::always] = after[NetProgram::always] = every;
        }
    };

    static void put(std::vector<std::uint64_t>& values, NetProgram::Literal literal, std::uint64_t value) {
        values[literal] = value;
        values[literal + 1] = ~value;
    }

    const Expansion& expand(const Pos& position, std::int64_t ply) const {
        Expansion& found = work_.expansions[static_cast<std::size_t>(ply) % plies];
        if (found.there && found.state == position.black) return found;
        found.there = false;
        found.moves.clear();
        found.state = position.black;
        auto& now = work_.now;
        for (int k = 0; k < fluents(); ++k) put(now, NetProgram::fluent(k), position.black.test(k) ? every : 0);
        NetProgram::run(program_->of_state, now.data());

        const NetProgram::Move* single[2] = {nullptr, nullptr};
        bool chooses[2] = {false, false};
        for (const bool black : {false, true}) {
            for (const auto& move : program_->moves[black]) {
                if (now[move.legal] == 0) continue;
                chooses[black] = single[black] != nullptr;
                if (chooses[black]) break;
                single[black] = &move;
            }
            if (single[black] == nullptr) throw NetFault{resize<8>(position.black)};
        }
        if (chooses[0] && chooses[1]) throw NetFault{resize<8>(position.black)};
        const bool first = program_->first_is_black;
        const bool forced = first == !(single[first]->idle && !single[!first]->idle);
        const bool black = chooses[1] || (!chooses[0] && forced);
        for (const auto& move : program_->moves[black]) {
            if (now[move.legal] != 0) found.moves.push_back({move.number, {}});
        }
        const int reply = single[!black]->number;
        for (std::size_t first = 0; first < found.moves.size(); first += 64) {
            follow(found.state, reply, &found.moves[first], std::min<std::size_t>(64, found.moves.size() - first));
        }
        found.endings.fill(0);
        for (const Next& next : found.moves) ++found.endings[static_cast<std::size_t>(status_of(next.position))];
        found.there = true;
        return found;
    }

    // The positions after at most 64 moves; `now` has the values of the state.
    void follow(const Bits<Words>& state, int reply, Next* moves, std::size_t count) const {
        auto &now = work_.now, &after = work_.after;
        for (std::size_t lane = 0; lane < count; ++lane) {
            const Effect& effect = effect_of(moves[lane].move, reply);
            moves[lane].position = {(state & effect.kept) | effect.set, {}};
        }
        if (!work_.open.empty()) {
            for (int move = 0; move < program_->move_count(); ++move) put(now, program_->move(move), 0);
            put(now, program_->move(reply), every);
            for (std::size_t lane = 0; lane < count; ++lane) {
                put(now, program_->move(moves[lane].move), std::uint64_t{1} << lane);
            }
            NetProgram::run(work_.of_open, now.data());
            const std::uint64_t lanes = every >> (64 - count);
            work_.open.for_each([&](int fluent) {
                const std::uint64_t holds = now[program_->next[static_cast<std::size_t>(fluent)]] & lanes;
                const std::uint64_t bit = std::uint64_t{1} << (fluent % 64);
                const auto word = static_cast<std::size_t>(fluent) / 64;
                for (std::size_t lane = 0; lane < count; ++lane) {
                    std::uint64_t& into = moves[lane].position.black.words[word];
                    into = (holds >> lane & 1) != 0 ? into | bit : into & ~bit;
                }
            });
        }
        for (int k = 0; k < fluents(); ++k) after[NetProgram::fluent(k)] = now[NetProgram::fluent(k)];
        for (std::size_t lane = 0; lane < count; ++lane) {
            const Bits<Words>& one = moves[lane].position.black;
            for (std::size_t i = 0; i < Words; ++i) {
                for (std::uint64_t word = one.words[i] ^ state.words[i]; word != 0; word &= word - 1) {
                    after[NetProgram::fluent(static_cast<int>(64 * i) + std::countr_zero(word))] ^= std::uint64_t{1} << lane;
                }
            }
        }
        tell(moves, count);
    }

    const Effect& effect_of(int move, int reply) const {
        const std::uint64_t key = static_cast<std::uint64_t>(move) << 32 | static_cast<std::uint64_t>(reply);
        if (const auto found = work_.effects.find(key); found != work_.effects.end()) return found->second;
        const auto effect = program_->effect(move, reply);
        if (!effect.open.within(work_.open)) {
            work_.open |= effect.open;
            work_.of_open = program_->of_moves(work_.open);
        }
        return work_.effects.emplace(key, Effect{resize<Words>(effect.set), resize<Words>(effect.kept)}).first->second;
    }

    // Fills in what follows from at most 64 positions; the first words of `after` have their fluents.
    void tell(Next* moves, std::size_t count) const {
        auto& after = work_.after;
        for (int k = 0; k < fluents(); ++k) after[NetProgram::fluent(k) + 1] = ~after[NetProgram::fluent(k)];
        NetProgram::run(program_->of_state, after.data());
        const std::uint64_t lanes = every >> (64 - count), over = after[program_->terminal] & lanes;
        std::uint64_t fault = 0;
        std::array<std::uint64_t, 2> won{}, any{}, many{}, idle{};
        if (over != 0) {
            NetProgram::run(program_->of_scores, after.data());
            for (const std::size_t black : {0, 1}) {
                std::uint64_t one = 0, two = 0;
                for (const auto& score : program_->scores[black]) {
                    const std::uint64_t holds = after[score.literal];
                    two |= one & holds;
                    one |= holds;
                    if (score.wins) won[black] |= holds;
                }
                fault |= over & (~one | two);
            }
            fault |= over & won[0] & won[1];
        }
        if (over != lanes) {
            for (const std::size_t black : {0, 1}) {
                for (const auto& move : program_->moves[black]) {
                    const std::uint64_t holds = after[move.legal];
                    many[black] |= any[black] & holds;
                    any[black] |= holds;
                    if (move.idle) idle[black] |= holds;
                }
            }
            fault |= lanes & ~over & (~any[0] | ~any[1] | (many[0] & many[1]));
        }
        if (fault != 0) throw NetFault{resize<8>(moves[std::countr_zero(fault)].position.black)};
        const bool first = program_->first_is_black;
        const std::uint64_t second = idle[first] & ~idle[!first];  // whose forced steps these are
        const std::uint64_t blacks = over | many[1] | (~many[0] & (first ? ~second : second));
        for (std::size_t lane = 0; lane < count; ++lane) {
            const auto holds = [&](std::uint64_t word) { return (word >> lane & 1) != 0; };
            const Status status = !holds(over)     ? Status::running
                                  : holds(won[1]) ? Status::black
                                  : holds(won[0]) ? Status::white
                                                  : Status::neither;
            moves[lane].position.white.words[0] =
                told_bit | (holds(blacks) ? black_bit : 0) | static_cast<std::uint64_t>(status) << status_shift;
        }
    }

    std::shared_ptr<const NetProgram> program_;
    mutable Work work_;
};

}  // namespace zermelo
