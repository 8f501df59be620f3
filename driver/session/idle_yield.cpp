// The program defines sched_yield() in place of the C library's. If a machine has more ranks than cores, MPI calls it
// again and again while a rank waits for a message. Linux often gives the core back at once, and the rank that the
// others wait for gets it only after milliseconds. So a waiting rank sleeps for a moment. Calls of others yield as
// usual: a thread of a team waits for microseconds only.

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

// Linux adds 50 microseconds to any sleep, so a shorter one would not end sooner.
constexpr timespec moment{.tv_sec = 0, .tv_nsec = 10'000};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): of the process
std::atomic<long> idle_moments{0};
// The last callers. Each library calls from one or two places.
std::atomic<const void*> mpi_caller{nullptr}, other_caller{nullptr};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

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
  nopal::idle_moments.fetch_add(1, std::memory_order_relaxed);
  const int number = errno;
  nanosleep(&nopal::moment, nullptr);
  errno = number; // a signal may end the sleep
  return 0;
}
