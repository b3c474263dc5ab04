// Wins of a player as facts that serve in many positions: the stones that a win rests on, and its carrier.
//
// A win with carrier C completes a line within C, whatever the other player has elsewhere. So it rests on the winner's
// stones in the winning sets of the lines within C, and he wins wherever he has these stones and the cells of C are open, by
// the same move. (Cells of C that are his would do, too; but then their facts do not lack them where a derivation joins
// facts, and another move may come first.) Symmetries of the game make further facts. What else a fact says, and asks of a
// position, is up to those who use it: it has `stones` and `carrier`, and `image(symmetries, g)`.
//
// A fact stands in a group by two of its stones, those of whose group has the fewest facts, so only the groups of two
// stones of a position are looked through: some hundred facts out of ten thousands. Where facts are too seldom of use for
// that, few questions are looked at, and few facts are added. Where there is no room, a fact that has not served for long
// gives way.
//
// Cost: some nanoseconds for each two stones of a position, and for each fact in their groups. Memory: as much as the store
// was given at the start.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "search/positional/symmetry.hpp"
#include "search/table.hpp"

namespace zermelo::positional {

template <std::size_t Words, class Fact>
class Supports {
  public:
    using Set = Bits<Words>;

    // Room for so many facts, in a sixteenth of the memory that is left at most.
    Supports(const Symmetries<Words>& symmetries, int cells, std::size_t facts, TableMemory& memory)
        : symmetries_(symmetries), memory_(memory) {
        const std::size_t groups = group_of(cells, 0), room = memory.left() / 16, needed = groups * sizeof(Group);
        room_ = room > needed ? std::min(facts, (room - needed) / each) : 0;
        if (room_ == 0) return;
        groups_.resize(groups);
        bytes_ = needed + room_ * each;
        memory_.used += bytes_;
    }
    Supports(const Supports&) = delete;
    Supports& operator=(const Supports&) = delete;
    ~Supports() { memory_.used -= bytes_; }

    // Of the facts that there are, rather than of the room for them.
    std::size_t used_bytes() const { return groups_.size() * sizeof(Group) + facts_.size() * each; }

    // A fact that serves where he has these stones and these cells are open, of those that holds(fact) accepts; nullptr:
    // none is known, or not looked for.
    template <class Holds>
    const Fact* find(const Set& his, const Set& open, Holds&& holds) {
        ++asked_;
        if (facts_.empty() || !worthwhile()) return nullptr;
        std::array<int, Set::capacity> stones;
        std::size_t count = 0;
        his.for_each([&](int cell) { stones[count++] = cell; });
        if (const Fact* const found = look(no_stones, his, open, holds)) return found;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k <= i; ++k) {
                if (const Fact* const found = look(group_of(stones[i], stones[k]), his, open, holds)) return found;
            }
        }
        return nullptr;
    }
    const Fact* find(const Set& his, const Set& open) {
        return find(his, open, [](const Fact&) { return true; });
    }

    // Adds a fact with all its images, each once, if it is small enough to be of use elsewhere.
    void add(const Fact& fact) {
        const int largest = symmetries_.size() > few_images ? small : large;
        if (room_ == 0 || !worthwhile() || fact.stones.count() + fact.carrier.count() > largest) return;
        images_.clear();
        bool same = false;  // as the fact is one of its images
        for (std::size_t g = 0; g < symmetries_.size(); ++g) {
            images_.push_back(fact.image(symmetries_, g));
            same = same || (g > 0 && alike(images_.back(), fact));
        }
        for (auto image = images_.begin(); image != images_.end(); ++image) {
            const auto like = [&](const Fact& each) { return alike(each, *image); };
            if (!same || std::none_of(images_.begin(), image, like)) put(*image);
        }
    }

  private:
    // What is looked at of a fact, and which one it is.
    struct Entry {
        Set stones, carrier;
        std::uint32_t place;
    };
    using Group = std::vector<Entry>;

    // Where a fact stands, and how often it has served, halved from time to time.
    struct Use {
        std::uint32_t group;
        std::uint32_t served;
    };
    static constexpr std::uint32_t most_served = 200;
    // Bytes for a fact; groups have room to grow.
    static constexpr std::size_t each = sizeof(Fact) + 2 * sizeof(Entry) + sizeof(Use);

    // The stones and cells of a fact, at most, with few images and with many.
    static constexpr std::size_t few_images = 16;
    static constexpr int large = 32, small = 18;

    // Facts and groups that may be looked at: so many anyway, for each use of a fact, and for each question.
    static constexpr std::uint64_t enough = 1 << 20, worth = 4096, questions = 16;
    bool worthwhile() const { return looked_ <= enough + served_often_ * worth + asked_ * questions; }

    static bool alike(const Fact& one, const Fact& two) {
        return one.stones == two.stones && one.carrier == two.carrier;
    }

    // The group of two stones, the second one the lower, or the same: that of the facts with this stone alone.
    static constexpr std::size_t no_stones = 0;
    static std::size_t group_of(int one, int two) {
        return static_cast<std::size_t>(one) * static_cast<std::size_t>(one + 1) / 2 + static_cast<std::size_t>(two) + 1;
    }

    template <class Holds>
    const Fact* look(std::size_t group, const Set& his, const Set& open, Holds& holds) {
        looked_ += groups_[group].size() + 1;
        for (const Entry& each : groups_[group]) {
            if (!each.stones.within(his) || !each.carrier.within(open) || !holds(facts_[each.place])) continue;
            ++served_often_;
            std::uint32_t& served = uses_[each.place].served;
            served = std::min(served + 1, most_served);
            return &facts_[each.place];
        }
        return nullptr;
    }

    std::size_t group_for(const Set& stones) const {
        if (stones.empty()) return no_stones;
        std::size_t least = group_of(lowest(stones), lowest(stones));
        if (stones.count() == 1) return least;
        bool any = false;
        stones.for_each([&](int one) {
            stones.for_each([&](int two) {
                if (two >= one) return;
                const std::size_t group = group_of(one, two);
                if (!any || groups_[group].size() < groups_[least].size()) least = group;
                any = true;
            });
        });
        return least;
    }

    void put(const Fact& fact) {
        std::size_t place = facts_.size();
        if (place < room_) {
            facts_.push_back(fact);
            uses_.emplace_back();
        } else {
            for (; uses_[hand_].served > 0; hand_ = (hand_ + 1) % room_) uses_[hand_].served /= 2;
            place = hand_;
            Group& before = groups_[uses_[place].group];
            *std::find_if(before.begin(), before.end(), [&](const Entry& each) { return each.place == place; }) = before.back();
            before.pop_back();
            facts_[place] = fact;
        }
        const std::size_t group = group_for(fact.stones);
        groups_[group].push_back({fact.stones, fact.carrier, static_cast<std::uint32_t>(place)});
        uses_[place] = {static_cast<std::uint32_t>(group), 1};
    }

    const Symmetries<Words>& symmetries_;
    TableMemory& memory_;
    std::size_t room_ = 0, bytes_ = 0;
    std::vector<Fact> facts_, images_;
    std::vector<Use> uses_;      // of the facts
    std::vector<Group> groups_;  // by two stones
    std::size_t hand_ = 0;       // where to look for a fact to replace
    std::uint64_t asked_ = 0, looked_ = 0, served_often_ = 0;
};

}  // namespace zermelo::positional
