// The memory of proofs while they are being written.

#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

#include "search/limits.hpp"

namespace zermelo {

// As long as this lives, the limits end the work once a proof and the tables that it is read from take more than they may.
// A proof counts twice, since as much is taken when it is handed over. It may always have an eighth, or a few megabytes.
class ProofMemory {
  public:
    using Bytes = std::function<std::size_t()>;

    ProofMemory(Limits& limits, std::size_t bytes, const Bytes& tables, const Bytes& proof) : limits_(limits) {
        limits.outgrown = [=] {
            const std::size_t written = 2 * proof();
            return written > std::max(bytes / 8, least) && tables() + written > bytes;
        };
    }
    ProofMemory(const ProofMemory&) = delete;
    ProofMemory& operator=(const ProofMemory&) = delete;
    ~ProofMemory() { limits_.outgrown = nullptr; }

  private:
    static constexpr std::size_t least = 2'000'000;

    Limits& limits_;
};

// Of a hash table of the standard library: a node for each entry, with a link and the hash, and an array of links.
template <class Map>
std::size_t hash_bytes(const Map& map) {
    return map.size() * (sizeof(typename Map::value_type) + 2 * sizeof(void*)) + map.bucket_count() * sizeof(void*);
}

}  // namespace zermelo
