// A mutex for what is held a microsecond or so: who finds it taken tries again for some ten microseconds, and sleeps
// only then. To be put to sleep and woken costs as much as a position of a connection search.

#pragma once

#include <atomic>
#include <mutex>

namespace zermelo {

class PatientMutex {
  public:
    void lock() {
        for (int tries = 0; tries < 256; ++tries) {
            if (mutex_.try_lock()) return;
            for (int pause = 0; pause < 64; ++pause) std::atomic_signal_fence(std::memory_order_seq_cst);
        }
        mutex_.lock();
    }
    bool try_lock() { return mutex_.try_lock(); }
    void unlock() { mutex_.unlock(); }

  private:
    std::mutex mutex_;
};

}  // namespace zermelo
