// Sets of cells as fixed-size bitboards.
//
// A board state is two such sets, so nearly all the work of the core is "and", "or" and "is it empty" on them. The
// size is a template parameter, in 64-bit words: a 4x4 board then costs one machine word and no loop, while a 19x19
// board takes eight words with loops that the compiler unrolls. The number of words is chosen once, at run time, when
// rules are built (`choose_words` in rules.hpp); code that crosses into Python uses the widest size, `Mask`.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace zermelo {

// std::popcount, which is a call of a library function where the processor need not have an instruction for it.
inline int count_ones(std::uint64_t word) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    return static_cast<int>((((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
#else
    return std::popcount(word);
#endif
}

template <std::size_t Words>
struct Bits {
    std::array<std::uint64_t, Words> words{};

    static constexpr int capacity = static_cast<int>(64 * Words);

    friend bool operator==(const Bits& one, const Bits& two) {  // the default calls memcmp
        for (std::size_t i = 0; i < Words; ++i) {
            if (one.words[i] != two.words[i]) return false;
        }
        return true;
    }

    Bits& operator&=(const Bits& other) {
        for (std::size_t i = 0; i < Words; ++i) words[i] &= other.words[i];
        return *this;
    }
    Bits& operator|=(const Bits& other) {
        for (std::size_t i = 0; i < Words; ++i) words[i] |= other.words[i];
        return *this;
    }
    friend Bits operator&(Bits left, const Bits& right) { return left &= right; }
    friend Bits operator|(Bits left, const Bits& right) { return left |= right; }

    // This set without the cells of `other`. There is no plain complement: it would set bits beyond the board.
    Bits minus(const Bits& other) const {
        Bits result;
        for (std::size_t i = 0; i < Words; ++i) result.words[i] = words[i] & ~other.words[i];
        return result;
    }

    bool empty() const {
        std::uint64_t any = 0;
        for (std::uint64_t word : words) any |= word;
        return any == 0;
    }
    bool meets(const Bits& other) const { return !(*this & other).empty(); }
    bool within(const Bits& other) const { return minus(other).empty(); }

    bool test(int cell) const { return (words[cell / 64] >> (cell % 64)) & 1; }
    void set(int cell) { words[cell / 64] |= std::uint64_t{1} << (cell % 64); }

    int count() const {
        int total = 0;
        for (std::uint64_t word : words) total += count_ones(word);
        return total;
    }

    // Calls visit(cell) for each cell of the set, in increasing order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = 0; i < Words; ++i) {
            for (std::uint64_t word = words[i]; word != 0; word &= word - 1) {
                visit(static_cast<int>(64 * i) + std::countr_zero(word));
            }
        }
    }

    static Bits first(int cells) {
        Bits result;
        for (int cell = 0; cell < cells; ++cell) result.set(cell);
        return result;
    }
};

// The first cell of a set; -1: it is empty.
template <std::size_t Words>
int lowest(const Bits<Words>& bits) {
    for (std::size_t i = 0; i < Words; ++i) {
        if (bits.words[i] != 0) return static_cast<int>(64 * i) + std::countr_zero(bits.words[i]);
    }
    return -1;
}

// Each cell becomes the one that is as far from the end of the words as it is from their beginning.
template <std::size_t Words>
Bits<Words> reversed(const Bits<Words>& bits) {
    Bits<Words> result;
    for (std::size_t i = 0; i < Words; ++i) {
        std::uint64_t word = bits.words[Words - 1 - i];
        word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
        word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
        word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
        word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
        word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
        result.words[i] = word >> 32 | word << 32;
    }
    return result;
}

// The size that crosses into Python, and with it the largest board: 512 cells.
using Mask = Bits<8>;
inline constexpr int max_cells = Mask::capacity;

// The same set in another size; the caller knows that no cell is lost.
template <std::size_t To, std::size_t From>
Bits<To> resize(const Bits<From>& bits) {
    Bits<To> result;
    for (std::size_t i = 0; i < To && i < From; ++i) result.words[i] = bits.words[i];
    return result;
}

// One step of a multiplicative hash with full avalanche (the finaliser of splitmix64).
inline std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

template <std::size_t Words>
std::uint64_t hash(const Bits<Words>& bits, std::uint64_t seed) {
    for (std::uint64_t word : bits.words) seed = mix(seed ^ word) + 0x9e3779b97f4a7c15u;
    return seed;
}

}  // namespace zermelo
