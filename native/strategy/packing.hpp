// The rule of packings for the checker: src/zermelo/strategy/check/packing.py says what it is, and why it is right.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rules/grid.hpp"

namespace zermelo::strategy {

// The flaw of a packing or a sum: a key of the messages in check/native.py, and two numbers for it; nullptr: nothing.
struct PackingFault {
    const char* why = nullptr;
    std::int64_t one = 0, two = 0;
};

// Adds the cells of a move to the parts: sets of cells that moves join.
template <std::size_t Words>
void join(std::vector<Bits<Words>>& parts, const Bits<Words>& cells) {
    Bits<Words> joined = cells;
    std::erase_if(parts, [&](const Bits<Words>& part) {
        if (!part.meets(cells)) return false;
        joined |= part;
        return true;
    });
    parts.push_back(joined);
}

// Room for the work on one packing, to be used again for the next.
template <std::size_t Words>
struct PackingRoom {
    struct Region {
        Bits<Words> all;
        int moves, cells, place;
        bool lone = true;

        // Twice and n + 1 times w and g, for a worth.
        std::int64_t count(std::int64_t worth, int large) const { return worth * (lone ? large + 1 : 2); }
        std::int64_t gain(std::int64_t worth, int large) const { return 2 * (large + 1) * worth - count(worth, large); }
    };
    std::vector<Bits<Words>> named, theirs, parts;
    std::vector<Region> regions;
    Bits<Words> ones, halves;  // the cells of these weights
    int weight = 0;            // of all, in halves

    // Gives the cells their weights, where each move of N has two cells.
    void weigh() {
        std::array<Bits<Words>, 2> classes{};  // of cells that moves join by turns; from one cell of each part
        for (const Bits<Words>& part : parts) {
            bool found = false;
            part.for_each([&](int cell) {
                if (!found) classes[0].set(cell);
                found = true;
            });
        }
        for (bool more = true; more;) {
            more = false;
            for (const Bits<Words>& move : theirs) {
                for (std::size_t one : {0, 1}) {
                    if (!move.meets(classes[one])) continue;
                    const Bits<Words> rest = move.minus(classes[one]);
                    const Bits<Words> other = rest.empty() ? move : rest;
                    more = more || !other.within(classes[1 - one]);
                    classes[1 - one] |= other;
                }
            }
        }
        ones = halves = {};
        weight = 0;
        for (const Bits<Words>& part : parts) {
            const Bits<Words> first = part & classes[0], second = part & classes[1];
            if (first.meets(second) || first.count() == second.count()) {
                halves |= part;
                weight += part.count();
            } else {
                const Bits<Words>& fewer = first.count() < second.count() ? first : second;
                ones |= fewer;
                weight += 2 * fewer.count();
            }
        }
    }

    // The half moves that M gets by fair shares.
    int by_shares(bool opens) {
        weigh();
        constexpr int parts_of_half = 12;
        struct Given {
            const Region* region;
            int worth, share;
        };
        std::vector<Given> given;
        for (const Region& region : regions) {
            const int half_moves = 2 * (region.moves + (region.all & ones).count()) + (region.all & halves).count();
            given.push_back({&region, parts_of_half * half_moves, 0});
        }
        std::sort(given.begin(), given.end(), [](const Given& one, const Given& two) {
            return one.worth != two.worth ? one.worth < two.worth : one.region->place < two.region->place;
        });
        int sum = 0, most = 0, alone = 0;
        for (std::size_t i = 0; i < given.size(); ++i) {
            auto& [region, worth, share] = given[i];
            share = worth / 2;
            int beside = 0;
            for (const Bits<Words>& move : theirs) {
                if (!move.meets(region->all)) continue;
                for (std::size_t k = 0; k < i; ++k) {
                    const Given& other = given[k];
                    if (!move.meets(other.region->all)) continue;
                    share = std::min(share, std::max((worth - other.share) / 2, other.worth - 2 * other.share));
                    beside = std::max(beside, other.share);
                }
            }
            alone = sum - most + worth;
            sum += share;
            most = std::max(most, share + beside);
        }
        const int all = opens ? std::max(sum, alone) : sum - most;
        return (all + parts_of_half - 1) / parts_of_half;
    }
};

// The numbers are that of the pairs, their moves, and the other moves, of the player who is to win. `rank`: within how
// many moves; negative: any number.
template <std::size_t Words>
PackingFault packing_fault(const GridGame<Words>& game, const Position<Words>& position, bool black, bool opens,
                           std::span<const std::int32_t> numbers, std::int64_t rank, PackingRoom<Words>& room_for) {
    if (!game.packing()) return {"not packing"};
    using Region = typename PackingRoom<Words>::Region;
    auto& named = room_for.named;
    auto& theirs = room_for.theirs;
    auto& parts = room_for.parts;
    auto& regions = room_for.regions;
    named.clear();
    theirs.clear();
    parts.clear();
    regions.clear();
    const Bits<Words> taken = position.occupied();
    Bits<Words> all;
    for (const std::int32_t number : numbers.subspan(1)) {
        if (number < 0 || static_cast<std::size_t>(number) >= game.actions(black)) return {"packing illegal"};
        const Bits<Words>& cells = game.touched(black, number);
        if (cells.meets(taken)) return {"packing illegal"};
        if (cells.meets(all)) return {"packing overlap"};
        all |= cells;
        named.push_back(cells);
    }
    const auto pairs = static_cast<std::size_t>(numbers[0]);
    Bits<Words> reach;
    int large = 0, small = 1;
    for (int move = 0; move < static_cast<int>(game.actions(!black)); ++move) {
        const Bits<Words>& cells = game.touched(!black, move);
        if (cells.meets(taken)) continue;
        const int count = cells.count();
        small = theirs.empty() ? count : std::min(small, count);
        large = std::max(large, count);
        reach |= cells;
        theirs.push_back(cells);
        join(parts, cells);
    }
    std::int64_t sure = 0;
    for (std::size_t i = 0; i < 2 * pairs; i += 2) {
        for (const Bits<Words>& move : theirs) {
            if (move.meets(named[i + 1]) && !move.meets(named[i])) return {"packing cut", numbers[i + 2]};
        }
        const Bits<Words> both = named[i] | named[i + 1];
        regions.push_back({both, 2, (both & reach).count(), static_cast<int>(i)});
    }
    for (std::size_t i = 2 * pairs; i < named.size(); ++i) {
        const int cells = (named[i] & reach).count();
        if (cells == 0) {
            ++sure;
        } else {
            regions.push_back({named[i], 1, cells, static_cast<int>(i)});
        }
    }
    const std::int64_t safe = sure;
    std::sort(regions.begin(), regions.end(), [](const auto& one, const auto& two) {
        return one.moves != two.moves ? one.moves > two.moves : one.cells > two.cells;
    });
    std::int64_t kept = 0, room = 0;
    int fewest = max_cells;
    for (std::size_t place = 0, next = opens ? 0 : static_cast<std::size_t>(large); place < regions.size(); ++place) {
        fewest = std::min(fewest, regions[place].cells);
        if (place != next) continue;
        sure += regions[place].moves;
        kept += fewest;
        next += static_cast<std::size_t>(large) + 1;
    }
    for (const Bits<Words>& part : parts) room += part.count() / small;
    std::int64_t most = std::min(room, (reach.count() - kept) / small);
    if (sure < most + opens) {
        // Lone regions, by both ways to take their worth.
        for (const Bits<Words>& move : theirs) {
            Region* first = nullptr;
            for (Region& region : regions) {
                if (!region.all.meets(move)) continue;
                if (first != nullptr) first->lone = region.lone = false;
                first = &region;
            }
        }
        const auto in_all = [&](auto&& worth) {
            std::int64_t total = 0, best = 0;
            for (const Region& region : regions) {
                total += region.count(worth(region), large);
                best = std::max(best, region.gain(worth(region), large));
            }
            const std::int64_t whole = 2 * (large + 1);
            return (total - (opens ? 0 : best) + whole - 1) / whole;
        };
        room = std::min<std::int64_t>(room, reach.count() / small);
        const bool enough = safe + in_all([](const Region& region) { return region.moves; }) >= room + opens;
        const auto worth = [&](const Region& region) { return small * region.moves + region.cells; };
        if (!enough && small * (safe - opens + 1) + in_all(worth) <= reach.count()) {
            const bool dominoes = small == 2 && large == 2;
            if (!dominoes || 2 * (safe - opens) + 1 + room_for.by_shares(opens) < room_for.weight) {
                return {"packing few", sure, most};
            }
        }
        most = room;
    }
    if (rank < 0) return {};
    int least = theirs.empty() ? max_cells : small;  // cells of a legal move of either
    for (int move = 0; move < static_cast<int>(game.actions(black)); ++move) {
        const Bits<Words>& cells = game.touched(black, move);
        if (cells.meets(taken)) continue;
        reach |= cells;
        least = std::min(least, cells.count());
    }
    const std::int64_t need = std::min<std::int64_t>(2 * most + 1 + opens, reach.count() / least + 1);
    if (need > rank) return {"packing late", need, rank};
    return {};
}

}  // namespace zermelo::strategy
