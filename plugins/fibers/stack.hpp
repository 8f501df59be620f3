#pragma once
// The stacks of fibers. Valgrind and AddressSanitizer must know them: Valgrind would report each switch as an error,
// and AddressSanitizer would clean the stack of the thread when an exception is thrown.

#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h> // outside of Valgrind this costs a few instructions for each fiber
#else
#define VALGRIND_STACK_REGISTER(start, end) 0U
#define VALGRIND_STACK_DEREGISTER(id) static_cast<void>(id)
#endif

namespace nopal::fibers {

struct Stack {
  const void* lowest = nullptr;
  std::size_t bytes = 0;
};

#ifdef __SANITIZE_ADDRESS__
/// Returns the stack of the caller.
Stack stack_in_use();
/// Tells the sanitizer that the caller runs on this stack.
void now_on(const Stack& stack);
/// Call this before the memory of a stack is freed. It removes the marks of its last frames.
void given_back(const Stack& stack);
#else
inline Stack stack_in_use() { return {}; }
inline void now_on(const Stack& /*stack*/) {}
inline void given_back(const Stack& /*stack*/) {}
#endif

/// Calls a function that lets other fibers of this thread run.
template <class Function> void let_others_run(Function&& others) {
  const Stack own = stack_in_use();
  std::forward<Function>(others)();
  now_on(own);
}

/// Allocates as Boost does: a guard page behind the stack ends the run at an overflow. It also remembers the stack.
class StackAllocator {
public:
  StackAllocator(std::size_t bytes, Stack& given) : allocator_(bytes), given_(&given) {}
  boost::context::stack_context allocate() {
    const boost::context::stack_context context = allocator_.allocate();
    *given_ = stack_of(context);
    valgrind_id_ = VALGRIND_STACK_REGISTER(given_->lowest, context.sp);
    return context;
  }
  void deallocate(boost::context::stack_context& context) {
    VALGRIND_STACK_DEREGISTER(valgrind_id_);
    given_back(stack_of(context));
    allocator_.deallocate(context);
  }

private:
  static Stack stack_of(const boost::context::stack_context& context) {
    return {static_cast<const std::byte*>(context.sp) - context.size, context.size};
  }

  boost::context::protected_fixedsize_stack allocator_;
  Stack* given_;
  unsigned valgrind_id_ = 0;
};

} // namespace nopal::fibers
