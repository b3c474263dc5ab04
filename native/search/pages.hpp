// Zeroed memory that grows in place.
//
// On Linux the pages are mapped by hand: growing moves them in the page table and copies nothing, and a page takes
// memory when it is first written. Where all of a large block is going to be written, the machine is asked for large
// pages: look-ups all over the block are faster then. Elsewhere growing copies, and for that moment the old and the new
// block are both there.

#pragma once

#include <cstddef>
#include <cstdint>
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
    // machine does not give so much. The block may move. `dense`: most of it will soon be written.
    bool grow(std::size_t bytes, [[maybe_unused]] bool dense) {
#if defined(__linux__)
        const bool large = dense && bytes >= 2 * large_page;
        if (large) bytes = (bytes + large_page - 1) / large_page * large_page;
        void* const grown = large ? move_to_large_pages(bytes)
                            : data_ == nullptr ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0)
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
#if defined(__linux__)
    static constexpr std::size_t large_page = std::size_t{2} << 20;
    static constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS;

    // The block, longer, at an address that is a multiple of a large page; MAP_FAILED, and all as before, when there is
    // no room. The addresses are reserved first, a page more than needed, and what is too much is given back.
    void* move_to_large_pages(std::size_t size) {
        void* const reserved = mmap(nullptr, size + large_page, PROT_NONE, flags | MAP_NORESERVE, -1, 0);
        if (reserved == MAP_FAILED) return MAP_FAILED;
        char* const first = static_cast<char*>(reserved);
        const std::size_t before = (large_page - reinterpret_cast<std::uintptr_t>(first) % large_page) % large_page;
        void* const grown = data_ == nullptr
                                ? mmap(first + before, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED, -1, 0)
                                : mremap(data_, bytes_, size, MREMAP_MAYMOVE | MREMAP_FIXED, first + before);
        if (grown == MAP_FAILED) {
            munmap(reserved, size + large_page);
            return MAP_FAILED;
        }
        if (before > 0) munmap(first, before);
        if (before < large_page) munmap(first + before + size, large_page - before);
        madvise(grown, size, MADV_HUGEPAGE);
        return grown;
    }
#endif

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace zermelo
