// Calls memory into the cache before it is needed.
//
// The compiler takes a function that does nothing else for one without an effect, and drops the calls of it; the empty
// assembly keeps them.

#pragma once

namespace zermelo {

inline void prefetch(const void* at) {
    __builtin_prefetch(at);
    asm volatile("" : : "r"(at));
}

}  // namespace zermelo
