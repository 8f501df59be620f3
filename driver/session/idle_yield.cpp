// The program defines sched_yield() in place of the C library's. If a machine has more ranks than cores, MPI calls it
// again and again while a rank waits for a message. It is to give the core to another rank. On a machine that does
// other work, too, Linux often lets the caller go on instead, and the rank with the message has to wait for
// milliseconds. So a rank that has waited for a while sleeps for a moment. If other code than MPI calls, it yields as
// usual.

#include "driver/session/idle_yield.hpp"

#include "driver/session/mpi_code.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>

namespace nopal {
namespace {

// Linux may add 50 microseconds to any sleep, so a shorter one would hardly end sooner.
constexpr timespec moment{.tv_sec = 0, .tv_nsec = 10'000};

/// A rank yields for so long before it sleeps, in nanoseconds. docs/measurements.md compares it with others.
constexpr long patience = 50'000;
/// Between two yields of one wait, MPI looks for messages, which takes less than so many nanoseconds. If more time has
/// passed, the rank has computed, and a new wait begins.
constexpr long longest_look = 5'000;

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): of the process
std::atomic<long> idle_moments{0};
// The last callers. Each library calls from one or two places.
std::atomic<const void*> mpi_caller{nullptr}, other_caller{nullptr};
thread_local long wait_began = 0, last_yield_ended = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

long clock_now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000L + time.tv_nsec;
}

bool is_waiting_rank(const void* caller) {
  if (caller == mpi_caller.load(std::memory_order_relaxed)) return true;
  if (caller == other_caller.load(std::memory_order_relaxed)) return false;
  const bool is = is_of_mpi(caller);
  (is ? mpi_caller : other_caller).store(caller, std::memory_order_relaxed);
  return is;
}

} // namespace

long n_idle_moments() { return idle_moments.load(std::memory_order_relaxed); }

} // namespace nopal

extern "C" __attribute__((visibility("default"))) int sched_yield() noexcept {
  if (!nopal::is_waiting_rank(__builtin_return_address(0))) return static_cast<int>(syscall(SYS_sched_yield));
  const int number = errno; // a signal may end the sleep
  const long begins = nopal::clock_now();
  if (begins - nopal::last_yield_ended > nopal::longest_look) nopal::wait_began = begins;
  if (begins - nopal::wait_began < nopal::patience)
    syscall(SYS_sched_yield);
  else {
    nopal::idle_moments.fetch_add(1, std::memory_order_relaxed);
    nanosleep(&nopal::moment, nullptr);
  }
  nopal::last_yield_ended = nopal::clock_now();
  errno = number;
  return 0;
}
