// Watching a search from Python: signals, progress, checkpoints.

#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "search/checkpoint.hpp"
#include "search/crew.hpp"
#include "search/limits.hpp"

namespace zermelo {

// (path, fingerprint, title, seconds between two files, bytes of a file at most or None), or None. The engine's name tells
// what an entry means.
std::unique_ptr<Checkpoint> read_checkpoint(nanobind::handle value, const char* engine);

// The limits of a search. Ctrl-C ends it, with Python's exception set, and so does an exception of `tell`, which is
// called twice a second with a dict of what a Pulse holds; None: nobody is told. To be used with the GIL held.
Limits read_limits(nanobind::handle seconds, nanobind::handle nodes, nanobind::handle tell, Checkpoint* checkpoint,
                   std::uint64_t interval = 64);

// The number of threads that a search may take, and of positions of the first before there are others.
Threads read_threads(nanobind::handle threads, nanobind::handle patience);

}  // namespace zermelo
