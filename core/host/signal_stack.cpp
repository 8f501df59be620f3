#include "core/host/signal_stack.hpp"

#include <csignal>
#include <cstddef>
#include <memory>
#include <new>

namespace nopal {

namespace {

/// Handlers of other libraries may run here, too; some of them print the stack. The system provides only the pages that
/// are used.
constexpr std::size_t stack_bytes = std::size_t{256} << 10;

class SignalStack {
public:
  SignalStack() {
    stack_t now{};
    // Sanitizers give each thread a stack and free it later, so that one must stay.
    if (sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
    memory_.reset(new (std::nothrow) std::byte[stack_bytes]); // threads of a backend call this where nothing may throw
    if (!memory_) return;
    stack_t own{};
    own.ss_sp = memory_.get();
    own.ss_size = stack_bytes;
    if (sigaltstack(&own, nullptr) != 0) memory_.reset(); // the thread then works as before, only without this stack
  }
  ~SignalStack() {
    if (!memory_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

private:
  std::unique_ptr<std::byte[]> memory_;
};

} // namespace

void use_signal_stack() { thread_local const SignalStack stack; }

} // namespace nopal
