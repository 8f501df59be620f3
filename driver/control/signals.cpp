#include "driver/control/signals.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace nopal {

namespace {

volatile std::sig_atomic_t termination_signal = 0;
volatile std::sig_atomic_t checkpoint_signal = 0;

/// What a handler tells the listener; number 0: the listener ends. Small enough for a pipe to take it in one piece.
struct Notice {
  int number = 0;
  int sender = 0;
};

/// Pipe from the handlers to the listener.
int notices[2] = {-1, -1}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): handlers reach no other data

void send(const Notice& notice) {
  // If the pipe is full, the listener has enough to tell.
  static_cast<void>(::write(notices[1], &notice, sizeof notice));
}

void note(int number, const siginfo_t* info) {
  const int before = errno;
  send({number, info->si_code <= 0 ? static_cast<int>(info->si_pid) : 0});
  errno = before;
}

void ask_for_end(int number, siginfo_t* info, void* /*context*/) {
  termination_signal = number;
  note(number, info);
}

void ask_for_checkpoint(int number, siginfo_t* info, void* /*context*/) {
  checkpoint_signal = 1;
  note(number, info);
}

struct Answer {
  int number;
  const char* name;
  void (*handler)(int, siginfo_t*, void*);
  unsigned flags;
};

// SA_RESTART: system calls go on after the signal. SA_RESETHAND: the second signal of a kind ends the process.
constexpr unsigned once = SA_SIGINFO | SA_RESTART | unsigned{SA_RESETHAND};
constexpr std::array answers{Answer{SIGTERM, "SIGTERM", ask_for_end, once}, Answer{SIGINT, "SIGINT", ask_for_end, once},
                             Answer{SIGUSR2, "SIGUSR2", ask_for_end, once},
                             Answer{SIGUSR1, "SIGUSR1", ask_for_checkpoint, SA_SIGINFO | SA_RESTART}};

std::array<struct sigaction, answers.size()> before;

} // namespace

Signals::Signals(Heard heard) : heard_(std::move(heard)) {
  termination_signal = 0;
  checkpoint_signal = 0;
  if (pipe2(notices, O_CLOEXEC) != 0 || fcntl(notices[1], F_SETFL, O_NONBLOCK) != 0)
    throw Error(std::string("cannot create a pipe for signals: ") + std::strerror(errno));
  // The listener handles no signals but faults. A fault of a thread that blocks it ends the process at once, also while
  // another thread still reports its own fault. The listener can fault before its first line, if the heap is damaged.
  sigset_t blocked, usual;
  sigfillset(&blocked);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&blocked, fault);
  pthread_sigmask(SIG_SETMASK, &blocked, &usual);
  listener_ = std::thread(&Signals::listen, this);
  pthread_sigmask(SIG_SETMASK, &usual, nullptr);
  for (std::size_t n = 0; n < answers.size(); ++n) {
    struct sigaction action{};
    action.sa_sigaction = answers[n].handler;
    action.sa_flags = static_cast<int>(answers[n].flags);
    sigemptyset(&action.sa_mask);
    const int failed = sigaction(answers[n].number, &action, &before[n]);
    NOPAL_ASSERT(failed == 0);
  }
}

Signals::~Signals() {
  for (std::size_t n = 0; n < answers.size(); ++n) sigaction(answers[n].number, &before[n], nullptr);
  fcntl(notices[1], F_SETFL, 0); // this notice must not be lost
  send({});
  listener_.join();
  for (int& end : notices) ::close(std::exchange(end, -1));
}

void Signals::listen() {
  Notice notice;
  for (;;) {
    const ssize_t got = read(notices[0], &notice, sizeof notice);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof notice || notice.number == 0) return;
    if (heard_) heard_(notice.number, notice.sender);
  }
}

int Signals::termination() const { return termination_signal; }

bool Signals::take_checkpoint() {
  if (checkpoint_signal == 0) return false;
  checkpoint_signal = 0; // a signal that comes meanwhile is answered by the same checkpoint
  return true;
}

const char* signal_name(int number) {
  for (const Answer& answer : answers)
    if (answer.number == number) return answer.name;
  return "a signal";
}

} // namespace nopal
