// The searches of one positional game, by one thread or by several that share their tables (see crew.hpp).
//
// All threads ask the same question from the start, each with searches of its own: an order of replies and pairs that
// follow from what it has seen. What one has settled the others find in the tables, and go back to; marks on moves keep
// them apart (company.hpp, breaker.hpp, race.hpp). Sharing is sound since an entry is a fact about a position under the
// rules, whoever found it and on whatever way, and rests on facts that were there before it. The answer of the thread
// that finishes first counts; all are equally proven, but it may be another one each time.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/crew.hpp"
#include "search/positional/session.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Team {
  public:
    explicit Team(const Question& question)
        : switches_(question.switches), tables_(question.table_bytes), first_(question, tables_, control_) {}

    // The thread that was asked; for all that one thread does, such as proofs.
    Searches<Words>& first() { return first_; }
    Control& control() { return control_; }

    std::size_t bytes() const { return tables_.memory.used; }
    void allow(std::size_t bytes) { tables_.memory.bytes = bytes; }

    // The answer to a question, `question(searches)`, by so many threads. Throws Stopped.
    template <class Ask>
    auto ask(Ask&& question, Threads threads, Limits& limits) {
        using Found = decltype(question(first_));
        if (threads.count <= 1 || !switches_.table) return question(first_);
        const Shared shared(*this);
        std::vector<std::unique_ptr<Helper>> helpers(threads.count - 1);
        std::vector<Found> answers(helpers.size());
        Crew crew({.helpers = helpers.size(),
                   .patience = threads.patience,
                   .interval = 64,
                   .begin = [&] { begin(helpers); },
                   .wants_chore = [&] { return is_full(); },
                   .chore = [&] { tables_.for_each([](auto& table) { table.grow_if_full(); }); },
                   .job =
                       [&](std::size_t number, Limits& own) {
                           Helper& helper = *helpers[number];
                           helper.control.begin(own);
                           try {
                               answers[number] = question(helper.searches);
                           } catch (const Stopped&) {
                               return false;
                           }
                           return true;
                       }},
                  limits);
        Found found;
        End end = End::answered;
        try {
            found = question(first_);
        } catch (const Stopped& stopped) {
            end = stopped.end;
        }
        const int winner = crew.end(end);
        if (winner >= 0) return answers[static_cast<std::size_t>(winner)];
        if (end != End::answered) throw Stopped{end};
        return found;
    }

  private:
    // A thread beside the first.
    struct Helper {
        Control control;
        Searches<Words> searches;

        explicit Helper(const Searches<Words>& first) : searches(first, control) {}
    };

    // At the end of a question one thread has the tables again.
    struct Shared {
        Team& team;
        explicit Shared(Team& of) : team(of) {}
        ~Shared() {
            team.tables_.for_each([](auto& table) { table.share(1); });
            team.control_.share(nullptr, 1);
        }
    };

    bool is_full() {
        bool full = false;
        tables_.for_each([&](auto& table) { full = full || table.is_full(); });
        return full;
    }

    void begin(std::vector<std::unique_ptr<Helper>>& helpers) {
        marks_ = std::make_unique<Marks>();
        for (auto& helper : helpers) {
            helper = std::make_unique<Helper>(first_);
            helper->control.share(marks_.get(), helpers.size() + 1);
        }
        tables_.for_each([&](auto& table) { table.share(helpers.size() + 1); });
        control_.share(marks_.get(), helpers.size() + 1);
    }

    const Switches switches_;
    Control control_;
    Tables<Words> tables_;
    Searches<Words> first_;
    std::unique_ptr<Marks> marks_;
};

}  // namespace zermelo::positional
