#include <nopal/thorn.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace {

using nopal::Call;

std::atomic<bool> now{false}; // the thread may write

/// The thread outlives the function. This is the mistake that the guard must find.
void leave_thread(Call& call) {
  const nopal::Part part = call.only_part();
  const auto u = part.read<double>("u");
  double* const first = const_cast<double*>(u.address(part.interior().lower[0], part.interior().lower[1]));
  std::thread([first] {
    now.wait(false);
    *first = 1;
  }).detach();
}

void change_quickly() {
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8000);
#endif
  feenableexcept(FE_DIVBYZERO);
  std::setlocale(LC_NUMERIC, "C.UTF-8");
  if (chdir("/") != 0) throw nopal::Error("there is no root");
}

void change_others() {
  umask(0777);
  std::signal(SIGSEGV, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  close(STDERR_FILENO);
}

void reduce(Call& call, const char* name) {
  const nopal::Reduction sum[] = {nopal::Reduction::sum};
  call.services().reductions().reduce({*call.services().variables().find_variable(name), 0}, sum);
}

/// Each rank gives as many values as it has.
void gather(Call& call, const std::vector<double>& mine) {
  call.services().collective().gather(
      std::span<const double>(mine), [](int) { return 1000; }, [](int, std::span<const double>) {});
}

void communicate(Call& call, const std::string& fault) {
  nopal::Services& services = call.services();
  const bool first = services.rank() == 0, last = services.rank() == services.size() - 1;
  std::vector<double> values(fault == "sizes" ? 3 + static_cast<std::size_t>(services.rank()) : 1000);
  if (fault == "barrier" && first) services.collective().barrier();
  if (fault == "sizes") services.collective().sum(values);
  if (fault == "names") reduce(call, first ? "lingerer::u" : "lingerer::v");
  if (fault == "sync" && first) services.data().sync({"lingerer::v"});
  if (fault == "sync" && !first) services.collective().sum(values);
  if (fault == "gather" && first) gather(call, values);
  if (fault == "values" && !first) gather(call, values);
  if (fault == "failure" && last) throw nopal::Error("this rank is tired");
  if (fault == "failure") services.collective().sum(values);
  if (fault == "swallowed" && first) {
    try {
      services.collective().barrier();
    } catch (...) { // NOLINT(bugprone-empty-catch): this is a mistake, too
    }
  }
}

} // namespace

NOPAL_FUNCTION(start) {
  const std::string& fault = call.string("fault");
  if (fault == "rounding") std::fesetround(FE_UPWARD);
  if (fault == "quick_changes") change_quickly();
  if (fault == "other_changes") change_others();
  if (fault == "thread" || fault == "ghosts") leave_thread(call);
  if (fault == "number") throw 42; // NOLINT(hicpp-exception-baseclass)
  communicate(call, fault);
}

NOPAL_FUNCTION(go_on) {
  const std::string& fault = call.string("fault");
  if (fault == "thread") {
    now = true;
    now.notify_all();
    for (;;) pause(); // the fault of the other thread ends the process
  }
  const nopal::Part part = call.only_part();
  const auto v = part.readwrite<double>("v");
  if (fault == "ghosts") *v.address(part.stored().lower[0], 3) = 7;
}
