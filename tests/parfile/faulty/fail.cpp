#include <nopal/mpi.hpp>
#include <nopal/thorn.hpp>

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace {

volatile int zero = 0;
int* volatile nowhere = nullptr;

/// Needs a piece of the stack for each level, and more levels than the stack has room for.
int deep(int level) {
  volatile char room[4096] = {};
  room[static_cast<std::size_t>(level) % sizeof room] = 1;
  return level < (1 << 30) ? deep(level + 1) + room[0] : 0;
}

struct Oops {};

/// Writes over all of the heap behind a small piece of it, and then to memory that does not exist.
void damage() {
  volatile char* const piece = new char[24]; // NOLINT(cppcoreguidelines-owning-memory): nothing can free it any more
  const volatile char* const end = static_cast<char*>(sbrk(0));
  for (volatile char* byte = piece; byte < end; ++byte) *byte = 0x5a;
  *nowhere = 1;
}

/// Makes a process, which returns from here, too, unless it is to end or to wait.
void make_child(const std::string& how, nopal::Call& call) {
  const pid_t child = fork();
  if (child != 0) {
    if (how != "living_child") waitpid(child, nullptr, 0);
    return;
  }
  if (how == "failing_child") std::abort();
  if (how == "exiting_child") std::exit(0);
  if (how == "waiting_child") call.services().collective().barrier();
  if (how == "living_child") {
    sleep(600);
    _exit(0);
  }
}

/// A function may end the threads that it has made as it likes.
void end_own_threads() {
  const auto run = [](void* (*work)(void*), bool cancels) {
    pthread_t thread{};
    pthread_create(&thread, nullptr, work, nullptr);
    if (cancels) pthread_cancel(thread);
    pthread_join(thread, nullptr);
  };
  run([](void*) -> void* { pthread_exit(nullptr); }, false);
  run([](void*) -> void* { thrd_exit(0); }, false);
  run([](void*) -> void* { return reinterpret_cast<void*>(static_cast<std::intptr_t>(sleep(600))); }, true);
}

/// What the system does not allow a process.
void exceed(const std::string& how) {
  if (how == "alarm") {
    alarm(1);
    sleep(600);
  }
  if (how == "pipe") {
    int ends[2];
    if (pipe(ends) != 0 || close(ends[0]) != 0) throw nopal::Error("no pipe");
    if (write(ends[1], "x", 1) == 1) throw nopal::Error("somebody reads the pipe");
  }
  if (how == "file_size") {
    constexpr rlim_t most = 1 << 20;
    const rlimit limit{most, most};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::vector<char> bytes(most + 1);
    std::FILE* const file =
        std::tmpfile(); // NOLINT(cppcoreguidelines-owning-memory): the process ends before it is closed
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fflush(file);
  }
}

void end_the_process(const std::string& how) {
  if (how == "exit_at_once") _exit(0);
  if (how == "exit_as_in_c") std::_Exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "end_of_thread") pthread_exit(nullptr);
  if (how == "end_of_c_thread") thrd_exit(0);
  if (how == "cancel") {
    pthread_cancel(pthread_self());
    pthread_testcancel();
  }
  if (how == "mpi_abort") MPI_Abort(MPI_COMM_WORLD, 0);
  if (how == "daemon" && daemon(1, 1) != 0) throw nopal::Error("no process");
  if (how == "damage") damage();
  if (how == "exit") std::exit(0);
  if (how == "bad_access") *nowhere = 1;
  if (how == "deep") zero = deep(1);
  if (how == "division") zero = 1000 / zero;
  if (how == "abort") std::abort();
}

void change_the_process() {
  std::fesetround(FE_UPWARD);
  feenableexcept(FE_OVERFLOW);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
  std::setlocale(LC_NUMERIC, "C.UTF-8");
  if (chdir("/") != 0) throw nopal::Error("no folder");
}

} // namespace

// Fails if a routine before this one has left the process changed.
NOPAL_FUNCTION(check_rules) {
  volatile double smallest = std::numeric_limits<double>::min();
  if (std::fegetround() != FE_TONEAREST || smallest / 2 == 0 || fegetexcept() != 0)
    throw nopal::Error("the arithmetic is not the usual one");
  if (std::setlocale(LC_NUMERIC, nullptr) != std::string("C")) throw nopal::Error("the locale is not the usual one");
}

NOPAL_FUNCTION(fail) {
  if (call.iteration() != call.integer("iteration")) return;
  const int rank = call.services().rank();
  if (call.integer("rank") >= 0 && call.integer("rank") != rank) return;
  const std::string& how = call.string("how");
  if (how == "error") throw nopal::Error("it failed as asked");
  if (how == "own_error") throw nopal::Error("rank " + std::to_string(rank) + " has trouble of its own");
  if (how == "exception") throw std::runtime_error("something of the library");
  if (how == "memory") throw std::bad_alloc();
  if (how == "text") throw "words";  // NOLINT(hicpp-exception-baseclass)
  if (how == "object") throw Oops{}; // NOLINT(hicpp-exception-baseclass)
  if (how == "thread") std::thread([] { throw nopal::Error("it failed as asked"); }).join();
  if (how == "own_threads") end_own_threads();
  if (how == "failing_child") make_child("exiting_child", call);
  if (how.ends_with("child")) make_child(how, call);
  if (how == "changes") change_the_process();
  exceed(how);
  end_the_process(how);
  if (how == "end") call.services().request_termination("it was asked for");
}

NOPAL_FUNCTION(fail_late) {
  if (call.string("how") != "late_error") return;
  if (call.integer("rank") < 0 || call.integer("rank") == call.services().rank())
    throw nopal::Error("it failed as asked");
}

NOPAL_FUNCTION(use_scratch) {
  for (const nopal::Part& part : call.parts()) {
    const auto scratch = part.read<double>("scratch");
    const nopal::Index first = part.owned().lower;
    if (scratch(first[0], first[1], first[2]) != 2.0 * static_cast<double>(call.iteration() + 1))
      throw nopal::Error("the temporary variable does not hold what was written");
  }
}
