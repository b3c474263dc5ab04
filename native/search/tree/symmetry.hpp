// The symmetries of the rules, applied to positions: of all images of a position, the table keeps one.
//
// A symmetry is a permutation of the cells under which the actions and goals of both players map onto themselves; the
// stones need not. Then a position and its image have the same outcome within any depth. A set of cells is permuted
// byte by byte, with a table of the images of all 256 values of each byte.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "rules/position.hpp"

namespace zermelo {

template <std::size_t Words>
class Symmetries {
  public:
    static constexpr int none = -1;

    struct Canonical {
        Position<Words> position;
        int by = none;  // the symmetry that leads there; none: the identity
    };

    Symmetries() = default;
    Symmetries(int cells, const std::vector<std::vector<int>>& permutations)
        : bytes_((static_cast<std::size_t>(cells) + 7) / 8) {
        for (const auto& images : permutations) {
            turns_.emplace_back();
            auto& table = turns_.back().table;
            table.resize(bytes_);
            for (std::size_t byte = 0; byte < bytes_; ++byte) {
                for (unsigned value = 1; value < 256; ++value) {
                    for (unsigned bit = 0; bit < 8; ++bit) {
                        const std::size_t cell = 8 * byte + bit;
                        if ((value >> bit & 1) != 0 && cell < images.size()) table[byte][value].set(images[cell]);
                    }
                }
            }
        }
    }

    bool empty() const { return turns_.empty(); }
    std::size_t size() const { return turns_.size(); }

    Bits<Words> image(const Bits<Words>& bits, int by) const {
        const auto& table = turns_[static_cast<std::size_t>(by)].table;
        Bits<Words> result;
        for (std::size_t byte = 0; byte < bytes_; ++byte) {
            result |= table[byte][(bits.words[byte / 8] >> (8 * (byte % 8))) & 255];
        }
        return result;
    }

    // The least of all images.
    Canonical canonical(const Position<Words>& position) const {
        Canonical best{position, none};
        const bool same = position.black == position.white;  // as in keys of packing games
        for (int by = 0; by < static_cast<int>(turns_.size()); ++by) {
            const Bits<Words> black = image(position.black, by);
            const int order = compare(black, best.position.black);
            if (order > 0) continue;
            const Bits<Words> white = same ? black : image(position.white, by);
            if (order < 0 || compare(white, best.position.white) < 0) best = {{black, white}, by};
        }
        return best;
    }

    // The least of all images in the order in which strategies have them: of the masks as numbers, Black's first. The
    // colours of the position may be exchanged.
    Canonical smallest(const Position<Words>& position, bool swapped) const {
        const auto& [first, second] = swapped ? Pair{position.white, position.black} : Pair{position.black, position.white};
        Pair best{first, second};
        int least = none;
        for (int by = 0; by < static_cast<int>(turns_.size()); ++by) {
            const Bits<Words> one = image(first, by);
            const int order = compare(one, best.first);
            if (order > 0) continue;
            const Bits<Words> two = image(second, by);
            if (order == 0 && compare(two, best.second) >= 0) continue;
            best = {one, two};
            least = by;
        }
        if (swapped) return {{best.second, best.first}, least};
        return {{best.first, best.second}, least};
    }

    // Moves under a symmetry and back; -1 where an action has no image (then a hint is lost, nothing else).
    void set_moves(int by, bool black, std::vector<int> images) {
        std::vector<int> back(images.size(), -1);
        for (std::size_t move = 0; move < images.size(); ++move) {
            if (images[move] >= 0) back[static_cast<std::size_t>(images[move])] = static_cast<int>(move);
        }
        turns_[static_cast<std::size_t>(by)].there[black] = std::move(images);
        turns_[static_cast<std::size_t>(by)].back[black] = std::move(back);
    }
    int move_there(int by, bool black, int move) const { return mapped(by, move, &Turn::there, black); }
    int move_back(int by, bool black, int move) const { return mapped(by, move, &Turn::back, black); }

  private:
    using Pair = std::pair<Bits<Words>, Bits<Words>>;

    static int compare(const Bits<Words>& left, const Bits<Words>& right) {
        for (std::size_t i = Words; i-- > 0;) {
            if (left.words[i] != right.words[i]) return left.words[i] < right.words[i] ? -1 : 1;
        }
        return 0;
    }

    struct Turn {
        std::vector<std::array<Bits<Words>, 256>> table;
        std::array<std::vector<int>, 2> there, back;
    };

    int mapped(int by, int move, std::array<std::vector<int>, 2> Turn::* map, bool black) const {
        if (by == none || move < 0) return move;
        const auto& images = (turns_[static_cast<std::size_t>(by)].*map)[black];
        return static_cast<std::size_t>(move) < images.size() ? images[static_cast<std::size_t>(move)] : -1;
    }

    std::size_t bytes_ = 0;
    std::vector<Turn> turns_;
};

}  // namespace zermelo
