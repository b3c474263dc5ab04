// Threads that help one thread with a question, whatever the search: they begin, meet, wait and end.
//
// The thread that was asked, the *first*, searches as if it were alone, and so do the others: what they share, a table, is
// the search's own business. The helpers begin when the first has counted some positions, so that easy questions cost no
// thread. Whoever is finished first ends all others. Threads *meet* where they poll their limits, every so many positions:
// there they learn that all is over, their positions are counted, and there they wait while the first does what nobody
// may see half done, such as to make the table larger. Everything that concerns the outside, the clock, progress,
// checkpoints, Ctrl-C, is done by the first.
//
// A crew lives as long as one call of a search. An exception in a thread ends all of them, and is thrown by `end`.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "search/limits.hpp"

namespace zermelo {

// The number of threads that a search may take, and of positions that the first counts before there are others.
struct Threads {
    std::size_t count = 1;
    std::uint64_t patience = 0;
};

class Crew {
  public:
    // The work of a helper, by its number from 0; true: it has answered the question. Its limits are its own.
    using Job = std::function<bool(std::size_t helper, Limits& limits)>;

    struct Plan {
        std::size_t helpers;       // threads beside the first
        std::uint64_t patience;    // positions of the first, before there are helpers
        std::uint64_t interval;    // positions between two meetings, a power of two
        std::function<void()> begin;  // called by the first before the helpers begin
        // Work of the first that all others wait for; and whether there is any, which is asked at every meeting.
        std::function<bool()> wants_chore;
        std::function<void()> chore;
        Job job;
    };

    // Adds itself to the limits of the first.
    Crew(Plan plan, Limits& limits)
        : plan_(std::move(plan)), limits_(limits), from_(limits.own()), counted_(plan_.helpers) {
        limits_.meet = [this] { return meet(); };
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew() { join(); }

    // To be called when the first has come to an end; waits for the others. The helper whose answer counts in place of
    // its own; -1: none.
    int end(End of_first) {
        join();
        if (failure_) std::rethrow_exception(failure_);
        return of_first == End::answered || (of_first == End::interrupted && !told_) ? -1 : winner_;
    }

  private:
    // Of the first.
    End meet() {
        if (!begun_) {
            if (plan_.helpers > 0 && limits_.own() - from_ >= plan_.patience) begin();
            return End::answered;
        }
        tally();
        if (over_.load(std::memory_order_acquire)) {
            told_ = true;
            return End::interrupted;
        }
        if (plan_.wants_chore && plan_.wants_chore()) alone(plan_.chore);
        return End::answered;
    }

    void begin() {
        begun_ = true;
        if (plan_.begin) plan_.begin();
        const std::lock_guard lock(mutex_);
        for (std::size_t helper = 0; helper < plan_.helpers; ++helper) {
            try {
                threads_.emplace_back([this, helper] { run(helper); });
            } catch (const std::system_error&) {
                break;  // the machine gives no more
            }
            ++running_;
        }
    }

    void run(std::size_t helper) {
        Limits limits(std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint64_t>::max(),
                      [](Limits&) { return false; }, plan_.interval);
        limits.meet = [&] {
            counted_[helper].value.store(limits.own(), std::memory_order_relaxed);
            if (waits_.load(std::memory_order_relaxed)) wait();
            return over_.load(std::memory_order_relaxed) ? End::interrupted : End::answered;
        };
        bool answered = false;
        std::exception_ptr failure;
        try {
            answered = plan_.job(helper, limits);
        } catch (...) {
            failure = std::current_exception();
        }
        counted_[helper].value.store(limits.own(), std::memory_order_relaxed);
        const std::lock_guard lock(mutex_);
        if (failure && !failure_) failure_ = failure;
        if (answered && winner_ < 0) winner_ = static_cast<int>(helper);
        if (answered || failure) over_.store(true, std::memory_order_release);
        --running_;
        changed_.notify_all();
    }

    // Of a helper, while the first wants to be alone.
    void wait() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return !waits_.load(std::memory_order_relaxed); });
        --waiting_;
    }

    // Of the first: does something while all others wait.
    void alone(const std::function<void()>& chore) {
        std::unique_lock lock(mutex_);
        waits_.store(true, std::memory_order_relaxed);
        changed_.wait(lock, [&] { return waiting_ == running_; });
        const auto release = [&] {
            waits_.store(false, std::memory_order_relaxed);
            changed_.notify_all();
        };
        try {
            chore();
        } catch (...) {
            release();
            throw;
        }
        release();
    }

    void tally() {
        std::uint64_t sum = 0;
        for (const auto& one : counted_) sum += one.value.load(std::memory_order_relaxed);
        limits_.count_others(sum - tallied_);
        tallied_ = sum;
    }

    void join() {
        limits_.meet = nullptr;
        over_.store(true, std::memory_order_release);
        for (std::thread& each : threads_) each.join();
        tally();
        threads_.clear();
    }

    struct alignas(64) Counted {
        std::atomic<std::uint64_t> value = 0;
    };

    const Plan plan_;
    Limits& limits_;
    const std::uint64_t from_;
    std::uint64_t tallied_ = 0;
    bool begun_ = false, told_ = false;        // there are helpers; the first has been told that another one has finished
    std::vector<Counted> counted_;             // by each helper
    std::atomic<bool> over_ = false, waits_ = false;
    std::mutex mutex_;  // of what follows
    std::condition_variable changed_;
    std::size_t running_ = 0, waiting_ = 0;
    int winner_ = -1;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

}  // namespace zermelo
