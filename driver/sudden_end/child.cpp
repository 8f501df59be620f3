#include "driver/sudden_end/child.hpp"

#include "core/base/assert.hpp"
#include "driver/sudden_end/current_call.hpp"
#include "driver/sudden_end/end_state.hpp"

#include <sys/wait.h>
#include <unistd.h>

namespace nopal {

namespace {

struct Forks {
  std::atomic<bool> here{false};             ///< this process is a child
  std::atomic<const Routine*> last{nullptr}; ///< the routine that made the last child; null: there is none
};

constinit Forks forks; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): the system calls back without data

void in_parent() { forks.last = current_call().routine.load(); }
void in_child() { forks.here = true; }

} // namespace

void watch_forks() {
  static const bool watched = pthread_atfork(nullptr, in_parent, in_child) == 0;
  NOPAL_ASSERT(watched);
  forks.last = nullptr;
}

void refuse_child() {
  if (!forks.here) return;
  SignalLine line;
  begin_end_line(line)
      .add("fork() has made process ")
      .add_number(getpid())
      .add(", a second nopal, which goes on with the run: it ends here; call _exit() in the child")
      .print();
  end_process(1);
}

std::string living_children() {
  const Routine* const last = forks.last;
  siginfo_t info{};
  // A child that has ended and that nobody has waited for is no hindrance.
  if (last == nullptr || waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0) return {};
  return "a process that " + last->full_name() +
         " has made with fork() still runs: wait for its end in the function (waitpid), since whoever reads the output "
         "of this run waits for it, too";
}

} // namespace nopal
