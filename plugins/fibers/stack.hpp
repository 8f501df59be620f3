#pragma once
// Stacks of fibers.

#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>

// Valgrind has to be told of stacks; outside of it that takes a few instructions a fiber.
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(start, end) 0U
#define VALGRIND_STACK_DEREGISTER(id) static_cast<void>(id)
#endif

namespace nopal::fibers {

/// Memory is taken when it is touched; a page behind it has an overflow end the run rather than change other data.
constexpr std::size_t stack_bytes = std::size_t{256} << 10;

/// A stack allocator of Boost.Context; each fiber has its own.
class Stack {
public:
  using traits_type = boost::context::stack_traits;

  boost::context::stack_context allocate() {
    const boost::context::stack_context stack = memory_.allocate();
    char* end = static_cast<char*>(stack.sp);
    id_ = VALGRIND_STACK_REGISTER(end - stack_bytes, end);
    return stack;
  }
  void deallocate(boost::context::stack_context& stack) {
    VALGRIND_STACK_DEREGISTER(id_);
    memory_.deallocate(stack);
  }

private:
  boost::context::protected_fixedsize_stack memory_{stack_bytes};
  unsigned id_ = 0;
};

} // namespace nopal::fibers
