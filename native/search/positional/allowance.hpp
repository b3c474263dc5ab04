// How many nodes a part of a search may take: a share, so that a reply that is no good does not take all the time.

#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "search/positional/search.hpp"

namespace zermelo::positional {

class Allowance {
  public:
    static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

    explicit Allowance(const Control& control) : control_(control) {}

    // To be called at each node; the innermost search that may take no more ends.
    void check() const {
        if (control_.nodes() >= end_) throw Spent{};
    }

    // The result of a search of so many nodes, and no more than those around it have left; nothing: they do not suffice.
    template <class Search>
    auto within(std::uint64_t nodes, Search&& search) -> std::optional<decltype(search())> {
        const std::uint64_t end = nodes == unlimited ? unlimited : control_.nodes() + nodes;
        if (end >= end_) return search();
        struct Until {
            std::uint64_t &place, before;
            ~Until() { place = before; }
        };
        const Until until{end_, std::exchange(end_, end)};
        try {
            return search();
        } catch (const Spent&) {
            return std::nullopt;
        }
    }

  private:
    struct Spent {};

    const Control& control_;
    std::uint64_t end_ = unlimited;  // the number of nodes at which the innermost search ends
};

}  // namespace zermelo::positional
