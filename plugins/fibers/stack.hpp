#pragma once
// The stacks of fibers, and who has to know of them. Valgrind would take each switch for an error. AddressSanitizer
// cleans, where an exception is thrown, the stack that it believes to be in use, which would be that of the thread.

#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h> // a few instructions a fiber outside of it
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
/// The stack of the code that calls.
Stack stack_in_use();
/// Says that the code that calls, and what it calls, is on this stack.
void now_on(const Stack& stack);
/// Before the memory of a stack is given back: what its last frames have marked must not meet its next owner.
void given_back(const Stack& stack);
#else
inline Stack stack_in_use() { return {}; }
inline void now_on(const Stack& /*stack*/) {}
inline void given_back(const Stack& /*stack*/) {}
#endif

/// Calls what lets other fibers of this thread run.
template <class Function> void let_others_run(Function&& others) {
  const Stack own = stack_in_use();
  std::forward<Function>(others)();
  now_on(own);
}

/// As Boost's: a page behind the stack has an overflow end the run rather than change other data. Tells what it gave.
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
