// Zeroed memory that grows in place.
//
// On Linux the pages are mapped by hand: growing moves them in the page table and copies nothing, and a page takes
// memory when it is first written. Elsewhere growing copies, and for that moment the old and the new block are both there.

#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace zermelo {

class Pages {
  public:
    Pages() = default;
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages() {
        if (data_ == nullptr) return;
#if defined(__linux__)
        munmap(data_, bytes_);
#else
        std::free(data_);
#endif
    }

    // Makes the block at least as long as it was, with zeros behind what it holds. False, and all as before, when the
    // machine does not give so much. The block may move.
    bool grow(std::size_t bytes) {
#if defined(__linux__)
        void* const grown = data_ == nullptr
                                ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                : mremap(data_, bytes_, bytes, MREMAP_MAYMOVE);
        if (grown == MAP_FAILED) return false;
#else
        void* const grown = std::calloc(bytes, 1);
        if (grown == nullptr) return false;
        if (data_ != nullptr) std::memcpy(grown, data_, bytes_);
        std::free(data_);
#endif
        data_ = grown;
        bytes_ = bytes;
        return true;
    }

    void* data() const { return data_; }

  private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace zermelo
