// The lines of a strategy file of a placement game, as src/zermelo/strategy/codec.py has them, from notes and back:
//
//     ["10c003","4402004",{"pairing":[16,17,23,29]}]        the stones of Black and of White, and an argument
//     ["10c005","4002180",21]                               or a move
//
// Only lines that are written just so are read here, without spaces and leading zeros, and only as far as they make
// sense; all others are left to Python, which reads any JSON and says what is wrong.

#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "strategy/notes.hpp"

namespace zermelo::strategy {

inline constexpr bool is_written(NoteKind kind) { return kind < NoteKind::packing; }  // of placement games

inline void append_mask(std::string& text, const Mask& mask) {
    bool begun = false;
    for (std::size_t digit = 16 * mask.words.size(); digit-- > 0;) {
        const unsigned value = mask.words[digit / 16] >> (4 * (digit % 16)) & 15;
        begun = begun || value != 0 || digit == 0;
        if (begun) text += "0123456789abcdef"[value];
    }
}

inline void append_line(std::string& text, const NoteView& note) {
    text += "[\"";
    append_mask(text, note.position.black);
    text += "\",\"";
    append_mask(text, note.position.white);
    text += "\",";
    const bool moves = note.kind == NoteKind::move;
    if (!moves) text.append("{\"").append(note_kinds[static_cast<std::size_t>(note.kind)]).append("\":[");
    for (std::size_t i = 0; i < note.numbers.size(); ++i) {
        if (i > 0) text += ',';
        text += std::to_string(note.numbers[i]);
    }
    text += moves ? "]\n" : "]}]\n";
}

// Reads one line after the other from a text, as far as they are as written above.
class NoteLines {
  public:
    NoteLines(std::string_view text, int cells) : text_(text), cells_(cells) {}

    // How much has been read.
    std::size_t at() const { return at_; }

    // The next line, which stays until the one after it is read; nothing: it is not one of these.
    std::optional<NoteView> next() {
        const std::size_t end = text_.find('\n', at_);
        if (end == std::string_view::npos) return std::nullopt;
        rest_ = text_.substr(at_, end - at_);
        NoteView note;
        const bool stones = take("[\"") && take_mask(note.position.black) && take("\",\"") && take_mask(note.position.white) &&
                            take("\",") && !note.position.black.meets(note.position.white);
        if (!stones || !take_answer(note) || !rest_.empty()) return std::nullopt;
        note.numbers = numbers_;
        at_ = end + 1;
        return note;
    }

  private:
    bool take(std::string_view expected) {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }

    bool take_mask(Mask& mask) {
        const std::size_t digits = std::min(rest_.find('"'), rest_.size());
        if (digits == 0 || digits > 16 * mask.words.size() || (digits > 1 && rest_[0] == '0')) return false;
        for (std::size_t i = 0; i < digits; ++i) {
            const char digit = rest_[i];
            const bool letter = digit >= 'a' && digit <= 'f';
            if (!letter && (digit < '0' || digit > '9')) return false;
            const auto value = static_cast<std::uint64_t>(letter ? digit - 'a' + 10 : digit - '0');
            const std::size_t place = digits - 1 - i;
            mask.words[place / 16] |= value << (4 * (place % 16));
        }
        rest_.remove_prefix(digits);
        return mask.within(Mask::first(cells_));
    }

    bool take_cell() {
        std::int32_t cell = 0;
        const char* const begin = rest_.data();
        const auto [end, fault] = std::from_chars(begin, begin + rest_.size(), cell);
        if (fault != std::errc{} || cell < 0 || cell >= cells_) return false;
        if (*begin == '-' || (*begin == '0' && end > begin + 1)) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - begin));
        numbers_.push_back(cell);
        return true;
    }

    bool take_answer(NoteView& note) {
        numbers_.clear();
        if (!take("{\"")) return take_cell() && take("]");
        for (const auto kind : {NoteKind::pairing, NoteKind::links, NoteKind::exchange, NoteKind::answers}) {
            if (!take(note_kinds[static_cast<std::size_t>(kind)])) continue;
            note.kind = kind;
            if (!take("\":[")) return false;
            if (take("]}]")) return true;
            while (take_cell()) {
                if (!take(",")) return take("]}]") && numbers_.size() % 2 == 0;
            }
            return false;
        }
        return false;
    }

    std::string_view text_, rest_;  // rest_: of the line that is read
    int cells_;
    std::size_t at_ = 0;
    std::vector<std::int32_t> numbers_;
};

}  // namespace zermelo::strategy
