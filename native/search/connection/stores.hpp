// The stores that the threads of a connection search share: the table of solved positions, facts, the store of
// unsolved nodes, and marks.
//
// One lock guards the table and the unsolved nodes, another the facts: a position takes ten to a hundred microseconds, of
// which a thread holds each for some few; so threads seldom meet there, and records are copied whole.
//
// Proof that sharing is sound: a solved position is a fact about its graph, whoever has found it and on whatever way. An
// unsolved node says which moves are left, and that those which are not are refuted inside its carrier: again a fact
// about the position, so a node that another thread has left is as good as one's own. Numbers and marks only steer. Each
// fact rests on facts that were written before it.
//
// Memory: as large as the question says; a quarter of it is for unsolved nodes.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "search/checkpoint.hpp"
#include "search/connection/facts.hpp"
#include "search/connection/frame.hpp"
#include "search/connection/replies.hpp"
#include "search/connection/table.hpp"
#include "search/connection/unsolved.hpp"
#include "search/marks.hpp"
#include "search/patient_mutex.hpp"

namespace zermelo::connection {

// The name of an unsolved node: the key of the position, and how many stones Black has left.
inline Key name_of(Key key, int stones) {
    key.high = mix(key.high + static_cast<std::uint64_t>(stones));
    return key;
}

template <std::size_t Words>
class Stores {
  public:
    using Entry = typename Table<Words>::Entry;

    // `cells`: of the board; none where no facts are to be kept.
    Stores(std::size_t bytes, int cells)
        : replies(cells),
          facts_(cells, cells > 0 ? bytes / share_of_facts : 0),
          memory_{bytes - bytes / share_of_unsolved - 2 * facts_.of(true).full_bytes()},
          table_(memory_),
          unsolved_(bytes / share_of_unsolved) {}

    Replies replies;  // how they have done

    // The entry of a position that holds with so many stones left, and who wins.
    std::optional<std::pair<Value, Entry>> find(const Key& key, int stones) const {
        const std::lock_guard lock(mutex_);
        for (const Value value : {Value::black, Value::white}) {
            const Entry* const entry = table_.find(tagged(key, value));
            if (entry == nullptr) continue;
            const int proven = static_cast<int>(entry->stones);
            if (value == Value::black ? proven <= stones : proven >= stones) return std::pair{value, *entry};
        }
        return std::nullopt;
    }

    // A solved position, with its name as an unsolved node.
    void store(const Key& key, Value value, const Bits<Words>& carrier, int stones, int move, std::uint64_t work,
               const Key& name) {
        const std::lock_guard lock(mutex_);
        table_.store(tagged(key, value), carrier, stones, move, work);
        unsolved_.remove(name);
    }

    // Reads an unsolved node; false: it is not known.
    bool find(const Key& name, Node<Words>& node) const {
        const std::lock_guard lock(mutex_);
        return unsolved_.find(name, node);
    }

    void store(const Key& name, const Node<Words>& node) {
        const std::lock_guard lock(mutex_);
        unsolved_.store(name, node);
    }

    // Calls visit(fact, lacking) for the facts of a player that serve; see Facts::find.
    template <class Visit>
    void find(bool black, const Bits<Words>& others, const Bits<Words>& open, const Visit& visit) {
        const std::lock_guard lock(facts_mutex_);
        facts_.of(black).find(others, open, visit);
    }

    void add(const typename Facts<Words>::Fact& fact) {
        const std::lock_guard lock(facts_mutex_);
        facts_.insert(fact);
    }

    std::size_t used_bytes() const {
        const std::scoped_lock lock(mutex_, facts_mutex_);
        return all_bytes();
    }

    // The memory that they hold, rather than what is in use.
    std::size_t bytes() const {
        const std::scoped_lock lock(mutex_, facts_mutex_);
        return table_.bytes() + unsolved_.used_bytes() + facts_.of(true).used_bytes() + facts_.of(false).used_bytes();
    }

    void describe(Pulse& pulse) const {
        const std::scoped_lock lock(mutex_, facts_mutex_);
        pulse.used = table_.used() + unsolved_.used();
        pulse.room = table_.room() + unsolved_.room();
        pulse.bytes = all_bytes();
    }

    // Solved positions, and facts.
    Sections sections() {
        Sections result;
        result.push_back(std::make_unique<Guarded<Table<Words>>>(mutex_, table_));
        result.push_back(std::make_unique<Guarded<BothFacts>>(facts_mutex_, facts_));
        return result;
    }

    Marks marks;  // on the moves under search

  private:
    // A position has an entry for each player.
    static Key tagged(Key key, Value value) {
        if (value == Value::white) key.low = mix(key.low);
        return key;
    }

    std::size_t all_bytes() const {
        return table_.used_bytes() + unsolved_.used_bytes() + facts_.of(true).used_bytes() + facts_.of(false).used_bytes();
    }

    static constexpr std::size_t share_of_unsolved = 4;  // of the memory, one part in so many
    static constexpr std::size_t share_of_facts = 16;    // likewise, for each player, at most

    // The facts of both players, which a checkpoint sees as one table.
    class BothFacts {
      public:
        using Entry = typename Facts<Words>::Fact;

        BothFacts(int cells, std::size_t bytes) : blacks_(cells, bytes), whites_(cells, bytes) {}

        Facts<Words>& of(bool black) { return black ? blacks_ : whites_; }
        const Facts<Words>& of(bool black) const { return black ? blacks_ : whites_; }
        std::uint64_t used() const { return blacks_.used() + whites_.used(); }
        void reserve(std::uint64_t) {}
        void insert(const Entry& fact) { of(fact.black != 0).add(fact); }
        template <class Visit>
        void for_each(const Visit& visit) const {
            blacks_.for_each(visit);
            whites_.for_each(visit);
        }

      private:
        Facts<Words> blacks_, whites_;
    };

    // A store, while threads wait for it.
    template <class Store>
    class Guarded final : public Section {
      public:
        Guarded(PatientMutex& mutex, Store& store) : mutex_(mutex), section_(store) {}

        std::size_t entry_bytes() const override { return section_.entry_bytes(); }
        std::uint64_t used() const override { return section_.used(); }
        void for_each(const Visit& visit) const override {
            const std::lock_guard lock(mutex_);
            section_.for_each(visit);
        }
        std::uint64_t work(const void* entry) const override { return section_.work(entry); }
        void reserve(std::uint64_t count) override { section_.reserve(count); }
        void insert(const void* entry) override { section_.insert(entry); }

      private:
        PatientMutex& mutex_;
        SectionOf<Store> section_;
    };

    mutable PatientMutex mutex_;        // of the table and the unsolved nodes
    mutable PatientMutex facts_mutex_;
    BothFacts facts_;
    TableMemory memory_;
    Table<Words> table_;
    Unsolved<Words> unsolved_;
};

}  // namespace zermelo::connection
