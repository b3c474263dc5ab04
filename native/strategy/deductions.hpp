// The lines of a derivation (src/zermelo/strategy/check/derivation.py), packed: a rule and its numbers. The search
// writes them, the checker reads them, Python sees tuples.

#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace zermelo::strategy {

enum class Deduction : std::uint8_t { path, apart, both, any, play, pair, image, play_at, any_at, set, against };
inline constexpr std::array<std::string_view, 11> deduction_names{"path", "apart", "and",     "or",    "play",
                                                                  "pair", "image", "play at", "or at", "set",  "against"};

class Deductions {
  public:
    struct View {
        Deduction rule;
        std::span<const std::int32_t> numbers;  // valid until the next line is added
    };

    std::size_t size() const { return lines_.size(); }
    std::size_t bytes() const {
        return lines_.capacity() * sizeof(Line) + numbers_.capacity() * sizeof(std::int32_t);
    }

    void add(Deduction rule, std::span<const std::int32_t> numbers) {
        if (numbers_.size() + numbers.size() > std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("too many deductions");
        }
        lines_.push_back({static_cast<std::uint32_t>(numbers_.size()), rule});
        numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
    }

    View operator[](std::size_t index) const {
        const std::size_t begin = lines_[index].numbers;
        const std::size_t end = index + 1 < lines_.size() ? lines_[index + 1].numbers : numbers_.size();
        return {lines_[index].rule, std::span(numbers_).subspan(begin, end - begin)};
    }

  private:
    struct Line {
        std::uint32_t numbers;  // where they begin
        Deduction rule;
    };

    std::vector<Line> lines_;
    std::vector<std::int32_t> numbers_;
};

}  // namespace zermelo::strategy
