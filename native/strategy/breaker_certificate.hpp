// The check of a mere breaker's strategy: residual games and their carriers, from the leaves up.
//
// It does what src/zermelo/strategy/check/breaker_certificate.py does, step by step, and nothing else; that file says
// why this is a proof. Nothing of the search is used. Keys are exact residual games, never hashes alone.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/bits.hpp"

namespace zermelo::strategy {

using CellPairs = std::vector<std::pair<int, int>>;

enum class Kind { move, pairing, exchange, answers, other };

// A flaw of a strategy: a key of the message, and two cells for it.
struct Breach {
    std::string why;
    int one = -1, two = -1;
};

struct BreakingResult {
    bool holds = false, interrupted = false, late = false;
    Breach wrong;
    std::vector<int> line;
    std::int64_t positions = 0, replies = 0, arguments = 0, longest = 0;
};

class Breaking {
  public:
    // 0: go on, 1: interrupted, 2: out of time.
    using Poll = std::function<int()>;

    virtual ~Breaking() = default;
    // The stones of the opponent, who makes, and hers. False when the position is there already. A move: twice.
    virtual bool add(const Mask& maker, const Mask& breaker, Kind kind, CellPairs pairs) = 0;
    virtual BreakingResult walk(const Mask& maker, const Mask& open, bool maker_moves, const Poll& poll) = 0;
    // The cells that she needs in a position that the walk has met; the stones are those of `add`.
    virtual Mask carrier(const Mask& maker, const Mask& breaker) const = 0;
};

template <std::size_t Words>
class BreakingOf final : public Breaking {
  public:
    using Set = Bits<Words>;

    // `maker_first`: the least image is the one in which the maker's stones are least, else the breaker's.
    BreakingOf(int cells, const std::vector<Mask>& sets, const std::vector<std::vector<int>>& turns, bool maker_first)
        : full_(Set::first(cells)), turns_(turns), maker_first_(maker_first), bytes_((cells + 7) / 8) {
        for (const Mask& each : sets) sets_.push_back(resize<Words>(each));
        for (const auto& turn : turns) {
            for (int byte = 0; byte < bytes_; ++byte) {
                for (int value = 0; value < 256; ++value) {
                    Set image;
                    for (int bit = 0; bit < 8; ++bit) {
                        const int cell = 8 * byte + bit;
                        if ((value >> bit & 1) && cell < cells) image.set(turn[at(cell)]);
                    }
                    images_.push_back(image);
                }
            }
            std::vector<int> inverse(turn.size());
            for (int cell = 0; cell < cells; ++cell) inverse[at(turn[at(cell)])] = cell;
            inverses_.push_back(std::move(inverse));
        }
    }

    bool add(const Mask& maker, const Mask& breaker, Kind kind, CellPairs pairs) override {
        return entries_.try_emplace(Key{resize<Words>(maker), resize<Words>(breaker)}, Entry{kind, std::move(pairs)})
            .second;
    }

    BreakingResult walk(const Mask& maker, const Mask& open, bool maker_moves, const Poll& poll) override {
        poll_ = &poll;
        try {
            result_.longest = begin(resize<Words>(maker), resize<Words>(open), maker_moves);
            result_.holds = true;
        } catch (const Breach& wrong) {
            result_.wrong = wrong;
        } catch (const Stop& stop) {
            result_.interrupted = stop.why == 1;
            result_.late = stop.why == 2;
        }
        return result_;
    }

    Mask carrier(const Mask& maker, const Mask& breaker) const override {
        const auto found = entries_.find(Key{resize<Words>(maker), resize<Words>(breaker)});
        if (found == entries_.end() || !found->second.met) throw std::invalid_argument("a position that was not met");
        return resize<8>(found->second.carrier);
    }

  private:
    using Key = std::array<Set, 2>;  // the maker's stones, the breaker's
    struct Hash {
        std::size_t operator()(const Key& key) const { return hash(key[0], hash(key[1], 0)); }
    };
    struct Entry {
        Kind kind;
        CellPairs pairs;
        bool met = false;
        int height = 0;  // of the longest line
        Set carrier{};
    };
    struct ResidualGame {
        Set stones, open;
        std::vector<Set> lines;
    };
    struct Needed {
        Set carrier;
        int height;
    };
    struct Stop {
        int why;
    };

    static constexpr std::uint64_t unit = std::uint64_t{1} << 40;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static Set one_of(int cell) {
        Set result;
        result.set(cell);
        return result;
    }

    int begin(const Set& maker, const Set& open, bool maker_moves) {
        if (maker_moves) return visit(maker, open).height;
        const ResidualGame here = residual_game(maker, open);
        if (here.lines.empty()) return 0;
        const auto [key, turn] = smallest(here);
        const auto found = entries_.find(key);
        if (found == entries_.end() || found->second.kind != Kind::move) throw Breach{"first"};
        ++result_.positions;
        const int move = back(found->second.pairs, turn).front().first;
        want(here.open, move);
        result_.line.push_back(move);
        const int height = visit(here.stones, here.open.minus(one_of(move))).height + 1;
        result_.line.pop_back();
        return height;
    }

    Needed visit(const Set& maker, const Set& open) {
        const ResidualGame here = residual_game(maker, open);
        if (here.lines.empty()) return {{}, 0};
        const auto [key, turn] = smallest(here);
        const auto found = entries_.find(key);
        if (found == entries_.end()) throw Breach{"missing"};
        Entry& entry = found->second;
        if (entry.met) return {turned(entry.carrier, turn, inverses_), entry.height};
        if (const int stop = ++steps_ % 256 == 0 ? (*poll_)() : 0; stop != 0) throw Stop{stop};
        if (entry.kind == Kind::move || entry.kind == Kind::other) throw Breach{"turn"};
        ++result_.positions;
        const CellPairs pairs = back(entry.pairs, turn);
        const Needed needed = entry.kind == Kind::pairing    ? pairing(here, pairs)
                              : entry.kind == Kind::exchange ? exchange(here, pairs)
                                                             : answers(here, pairs);
        entry.met = true;  // not before: every entry leads to fewer open cells, so it is not met within itself
        entry.height = needed.height;
        entry.carrier = turned(needed.carrier, turn, turns_);
        return needed;
    }

    // A cell has to be among the open ones of the residual game.
    static void want(const Set& open, int cell) {
        if (!open.test(cell)) throw Breach{"closed", cell};
    }

    Needed pairing(const ResidualGame& here, const CellPairs& pairs) {
        ++result_.arguments;
        Set paired;
        for (const auto& pair : pairs) {
            for (const int cell : {pair.first, pair.second}) {
                want(here.open.minus(paired), cell);
                paired.set(cell);
            }
        }
        Set carrier = paired;
        std::array<std::uint64_t, 64 * Words> weights{};
        std::uint64_t total = 0, heaviest = 0;
        for (const Set& line : here.lines) {
            const auto within = [&](const auto& each) { return line.test(each.first) && line.test(each.second); };
            if (std::any_of(pairs.begin(), pairs.end(), within)) continue;
            const Set free = line.minus(paired);
            const std::uint64_t weight = free.count() >= 40 ? 1 : unit >> free.count();
            total += weight;
            carrier |= free;
            free.for_each([&](int cell) { heaviest = std::max(heaviest, weights[at(cell)] += weight); });
        }
        if (total + heaviest >= unit) throw Breach{"weight"};
        return {carrier, 0};
    }

    Needed exchange(const ResidualGame& before, const CellPairs& pairs) {
        if (pairs.empty()) throw Breach{"nothing"};
        ResidualGame here = before;
        Set cells;
        for (const auto& [his, hers] : pairs) {
            want(here.open, his);
            want(here.open.minus(one_of(his)), hers);
            for (const Set& line : here.lines) {
                if (line.test(hers) && !line.test(his)) throw Breach{"exchange", his, hers};
            }
            cells.set(his);
            cells.set(hers);
            here = residual_game(here.stones | one_of(his), here.open.minus(cells));
        }
        Needed needed = visit(here.stones, here.open);
        needed.carrier |= cells;
        return needed;
    }

    Needed answers(const ResidualGame& here, const CellPairs& pairs) {
        Set must = here.open;
        Needed needed{{}, 0};
        for (const auto& [move, reply] : pairs) {
            want(here.open, move);
            want(here.open.minus(one_of(move)), reply);
            ++result_.replies;
            result_.line.push_back(move);
            result_.line.push_back(reply);
            Needed after = visit(here.stones | one_of(move), here.open.minus(one_of(move) | one_of(reply)));
            result_.line.resize(result_.line.size() - 2);
            after.carrier.set(reply);
            must = (must & after.carrier).minus(one_of(move));
            needed.carrier |= after.carrier;
            needed.height = std::max(needed.height, after.height + 2);
        }
        if (!must.empty()) {
            int first = -1;
            must.for_each([&](int cell) { first = first < 0 ? cell : first; });
            result_.line.push_back(first);
            throw Breach{"unanswered", first};
        }
        return needed;
    }

    ResidualGame residual_game(const Set& maker, const Set& open) const {
        std::vector<std::pair<Set, Set>> left;  // open cells, the maker's stones
        const Set reach = maker | open;
        for (const Set& each : sets_) {
            if (each.within(reach)) left.emplace_back(each & open, each & maker);
        }
        std::stable_sort(left.begin(), left.end(),
                         [](const auto& a, const auto& b) { return a.first.count() < b.first.count(); });
        ResidualGame result;
        for (const auto& [line, stones] : left) {
            if (line.empty()) throw Breach{"lost"};
            const auto within = std::find_if(result.lines.begin(), result.lines.end(),
                                             [&](const Set& each) { return each.within(line); });
            const bool other = within == result.lines.end();
            if (other || *within == line) result.stones |= stones;
            if (!other) continue;
            result.lines.push_back(line);
            result.open |= line;
        }
        return result;
    }

    std::pair<Key, int> smallest(const ResidualGame& here) const {
        const Set rest = full_.minus(here.stones).minus(here.open);
        Key best{here.stones, rest};
        const std::size_t first = maker_first_ ? 0 : 1, second = 1 - first;
        const Key given = best;
        int number = 0;
        for (int turn = 1; turn <= static_cast<int>(turns_.size()); ++turn) {
            const Set one = image(turn, given[first]);
            const int order = compare(one, best[first]);
            if (order > 0) continue;
            const Set two = image(turn, given[second]);
            if (order == 0 && compare(two, best[second]) >= 0) continue;
            best[first] = one;
            best[second] = two;
            number = turn;
        }
        return {best, number};
    }

    static int compare(const Set& left, const Set& right) {
        for (std::size_t i = Words; i-- > 0;) {
            if (left.words[i] != right.words[i]) return left.words[i] < right.words[i] ? -1 : 1;
        }
        return 0;
    }

    Set image(int turn, const Set& cells) const {
        const Set* table = &images_[at(turn - 1) * at(bytes_) * 256];
        Set result;
        for (int byte = 0; byte < bytes_; ++byte, table += 256) {
            const auto value = cells.words[at(byte / 8)] >> (8 * (byte % 8)) & 255;
            if (value != 0) result |= table[value];
        }
        return result;
    }

    static Set turned(const Set& cells, int turn, const std::vector<std::vector<int>>& turns) {
        if (turn == 0) return cells;
        Set result;
        cells.for_each([&](int cell) { result.set(turns[at(turn - 1)][at(cell)]); });
        return result;
    }

    CellPairs back(const CellPairs& pairs, int turn) const {
        if (turn == 0) return pairs;
        const std::vector<int>& inverse = inverses_[at(turn - 1)];
        CellPairs result;
        for (const auto& [one, two] : pairs) result.emplace_back(inverse[at(one)], inverse[at(two)]);
        return result;
    }

    const Set full_;
    std::vector<Set> sets_, images_;  // images: for each permutation and each byte those of its 256 values
    std::vector<std::vector<int>> turns_, inverses_;
    const bool maker_first_;
    const int bytes_;
    std::unordered_map<Key, Entry, Hash> entries_;
    const Poll* poll_ = nullptr;
    std::uint64_t steps_ = 0;
    BreakingResult result_;
};

}  // namespace zermelo::strategy
