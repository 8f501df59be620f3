#include "stack.hpp"

#ifdef __SANITIZE_ADDRESS__

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

namespace nopal::fibers {

namespace {

thread_local Stack in_use; ///< empty: not announced yet; the sanitizer still knows the right stack

/// Returns the stack that the sanitizer knew before.
Stack announce(const Stack& stack) {
  Stack before;
  // If it looks for the use of variables after their function has returned, it keeps variables elsewhere. Without
  // `kept` it would free them here.
  void* kept = nullptr;
  __sanitizer_start_switch_fiber(&kept, stack.lowest, stack.bytes);
  __sanitizer_finish_switch_fiber(kept, &before.lowest, &before.bytes);
  return before;
}

} // namespace

Stack stack_in_use() {
  if (in_use.lowest == nullptr) {
    const char here = 0;
    now_on(announce({&here, 1})); // the sanitizer returns it only when a new one is announced
  }
  return in_use;
}

void now_on(const Stack& stack) {
  announce(stack);
  in_use = stack;
}

void given_back(const Stack& stack) { __asan_unpoison_memory_region(stack.lowest, stack.bytes); }

} // namespace nopal::fibers

#endif
