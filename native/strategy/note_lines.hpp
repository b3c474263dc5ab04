// The lines of a strategy file, as src/zermelo/strategy/codec.py has them, from notes and back:
//
//     ["10c003","4402004",{"pairing":[16,17,23,29]}]        placement games: the stones, and an argument
//     ["10c005","4002180",21]                               or a move
//     ["2c20","2c20","b",23,[0,5,4]]                        grid games: the mover and the rank before it
//
// Only lines that are written just so are read here, without spaces and leading zeros, and only as far as they make
// sense; all others are left to Python, which reads any JSON and says what is wrong.

#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "strategy/notes.hpp"
#include "strategy/race.hpp"

namespace zermelo::strategy {

// The moves of a grid game: White's and Black's, each as it stands between the brackets of a line. Numbers of moves in
// notes are among those of the player, in files among those of both, Black's first.
class GridSpelling {
  public:
    // black: whose strategy it is; either: a stone may be of either colour, and stands in both masks.
    GridSpelling(std::vector<std::string> black_moves, std::vector<std::string> white_moves, bool black, bool either)
        : moves_{std::move(white_moves), std::move(black_moves)},
          first_(black ? 0 : static_cast<std::int32_t>(moves_[1].size())),
          own_(static_cast<std::int32_t>(moves_[black].size())),
          either_(either) {
        for (const bool player : {false, true}) {
            for (const std::string& move : moves_[player]) {
                numbers_[player].emplace(move, static_cast<std::int32_t>(numbers_[player].size()));
            }
        }
    }

    bool either() const { return either_; }

    // nullptr: there is none of this number.
    const std::string* move(bool black, std::int32_t number) const {
        const auto at = static_cast<std::size_t>(number);
        return at < moves_[black].size() ? &moves_[black][at] : nullptr;
    }

    // Of a move; -1 where there is none.
    std::int32_t number(bool black, std::string_view move) const {
        const auto found = numbers_[black].find(std::string(move));
        return found == numbers_[black].end() ? -1 : found->second;
    }

    // Of a note as in a file, and back; -1 where it is no move of the player.
    std::int32_t to_file(std::int32_t number) const { return number >= 0 && number < own_ ? first_ + number : -1; }
    std::int32_t from_file(std::int32_t number) const {
        return number >= first_ && number - first_ < own_ ? number - first_ : -1;
    }

  private:
    std::array<std::vector<std::string>, 2> moves_;  // White's, Black's
    std::array<std::unordered_map<std::string, std::int32_t>, 2> numbers_;
    std::int32_t first_, own_;  // of the numbers in a file
    bool either_;
};

class NoteLines {
  public:
    // grid: of a grid game; nothing: it is a placement game.
    NoteLines(int cells, std::optional<GridSpelling> grid) : cells_(cells), grid_(std::move(grid)) {}

    int cells() const { return cells_; }

    // Adds the line of a note; invalid_argument where this game has no such note.
    void write(const NoteView& note, std::string& text) const {
        text += "[\"";
        write_mask(note.position.black, text);
        text += "\",\"";
        write_mask(note.position.white, text);
        text += "\",";
        if (grid_) {
            if (note.mover == Mover::unsaid) throw std::invalid_argument("notes: expected who is to move");
            text += note.mover == Mover::black ? "\"b\"," : "\"w\",";
            text += note.rank == unranked ? "null" : std::to_string(note.rank);
            text += ',';
        }
        if (note.kind != NoteKind::move) {
            if (grid_.has_value() != is_of_grid(note.kind)) throw std::invalid_argument("notes: expected those of this game");
            std::vector<std::int32_t> numbers(note.numbers.begin(), note.numbers.end());
            const auto known = [&](std::int32_t number) { return grid_->to_file(number); };
            if (grid_ && !translate(note.kind, numbers, known)) throw std::invalid_argument("notes: expected moves");
            text.append("{\"").append(name_of(note.kind)).append("\":[");
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                if (i > 0) text += ',';
                text += std::to_string(numbers[i]);
            }
            text += "]}";
        } else {
            if (note.numbers.size() != 1) throw std::invalid_argument("notes: expected one number of a move");
            const std::int32_t number = note.numbers[0];
            const std::string* const move = grid_ ? grid_->move(note.mover == Mover::black, number) : nullptr;
            if (grid_ && move == nullptr) throw std::invalid_argument("notes: expected moves");
            text += move != nullptr ? "[" + *move + "]" : std::to_string(number);
        }
        text += "]\n";
    }

    // Adds the notes of the lines that a text begins with, as far as they are written as above: its bytes, and the lines.
    std::pair<std::size_t, std::int64_t> read(std::string_view text, Notes& notes) {
        std::size_t at = 0;
        std::int64_t count = 0;
        for (;; ++count) {
            const std::size_t end = text.find('\n', at);
            if (end == std::string_view::npos) break;
            rest_ = text.substr(at, end - at);
            const auto note = line();
            if (!note) break;
            notes.add(note->position, note->mover, note->rank, note->kind, note->numbers);
            at = end + 1;
        }
        return {at, count};
    }

  private:
    static constexpr std::int32_t most_rank = 999'999'999;

    static std::string_view name_of(NoteKind kind) { return note_kinds[static_cast<std::size_t>(kind)]; }
    static bool is_of_grid(NoteKind kind) { return kind >= NoteKind::packing; }

    static void write_mask(const Mask& mask, std::string& text) {
        bool begun = false;
        for (std::size_t digit = 16 * mask.words.size(); digit-- > 0;) {
            const unsigned value = mask.words[digit / 16] >> (4 * (digit % 16)) & 15;
            begun = begun || value != 0 || digit == 0;
            if (begun) text += "0123456789abcdef"[value];
        }
    }

    // Replaces the moves in the numbers of an argument of a grid game; false where one has no number, or they are not
    // those of such an argument.
    template <class Number>
    static bool translate(NoteKind kind, std::vector<std::int32_t>& numbers, Number&& number) {
        bool known = true;
        const auto replaced = [&](std::int32_t move) {
            const std::int32_t found = number(move);
            known = known && found >= 0;
            return found;
        };
        if (kind == NoteKind::race) {
            if (!is_race(numbers)) return false;
            map_race(numbers, replaced);
            return known;
        }
        const std::size_t first = kind == NoteKind::packing ? 1 : 0;  // how many pairs
        if (first == 1 && (numbers.empty() || static_cast<std::size_t>(numbers[0]) > (numbers.size() - 1) / 2)) return false;
        std::transform(numbers.begin() + first, numbers.end(), numbers.begin() + first, replaced);
        return known;
    }

    std::optional<NoteView> line() {
        NoteView note;
        const bool stones = take("[\"") && take_mask(note.position.black) && take("\",\"") && take_mask(note.position.white) &&
                            take("\",") && ((grid_ && grid_->either()) || !note.position.black.meets(note.position.white));
        if (!stones || (grid_ && !take_turn(note)) || !take_answer(note) || !rest_.empty()) return std::nullopt;
        note.numbers = numbers_;
        return note;
    }

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

    bool take_number(std::int32_t most, std::int32_t& number) {
        const char* const begin = rest_.data();
        const auto [end, fault] = std::from_chars(begin, begin + rest_.size(), number);
        if (fault != std::errc{} || number < 0 || number > most) return false;
        if (*begin == '-' || (*begin == '0' && end > begin + 1)) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - begin));
        return true;
    }

    bool take_turn(NoteView& note) {
        if (!take("\"b\",") && !take("\"w\",")) return false;
        note.mover = *(rest_.data() - 3) == 'b' ? Mover::black : Mover::white;
        return (take("null") || take_number(most_rank, note.rank)) && take(",");
    }

    bool take_answer(NoteView& note) {
        numbers_.clear();
        if (!take("{\"")) return take_move(note.mover == Mover::black) && take("]");
        for (auto kind = NoteKind::pairing; kind <= NoteKind::race; kind = static_cast<NoteKind>(static_cast<int>(kind) + 1)) {
            if (grid_.has_value() != is_of_grid(kind) || !take(name_of(kind))) continue;
            note.kind = kind;
            if (!take("\":[") || !take_list() || !take("]")) return false;
            return grid_ ? translate(kind, numbers_, [&](std::int32_t number) { return grid_->from_file(number); })
                         : numbers_.size() % 2 == 0;
        }
        return false;
    }

    bool take_list() {
        if (take("]}")) return true;
        std::int32_t number = 0;
        const std::int32_t most = grid_ ? most_rank : cells_ - 1;
        while (take_number(most, number)) {
            numbers_.push_back(number);
            if (!take(",")) return take("]}");
        }
        return false;
    }

    bool take_move(bool black) {
        std::int32_t move = -1;
        if (grid_) {
            const std::size_t end = rest_.find(']');
            if (end == std::string_view::npos || !take("[")) return false;
            move = grid_->number(black, rest_.substr(0, end - 1));
            rest_.remove_prefix(end);
        } else if (!take_number(cells_ - 1, move)) {
            return false;
        }
        numbers_.push_back(move);
        return move >= 0;
    }

    int cells_;
    std::optional<GridSpelling> grid_;
    std::string_view rest_;  // of the line that is read
    std::vector<std::int32_t> numbers_;
};

}  // namespace zermelo::strategy
