#include "driver/control/signals.hpp"

#include "core/base/assert.hpp"

#include <array>
#include <csignal>

namespace nopal {

namespace {

volatile std::sig_atomic_t termination_signal = 0;
volatile std::sig_atomic_t checkpoint_signal = 0;

void ask_for_end(int number) { termination_signal = number; }
void ask_for_checkpoint(int /*number*/) { checkpoint_signal = 1; }

struct Answer {
  int number;
  void (*handler)(int);
  unsigned flags;
};

// SA_RESTART: system calls go on after the signal. SA_RESETHAND: the second signal of a kind ends the process.
constexpr std::array answers{Answer{SIGTERM, ask_for_end, SA_RESTART | unsigned{SA_RESETHAND}},
                             Answer{SIGINT, ask_for_end, SA_RESTART | unsigned{SA_RESETHAND}},
                             Answer{SIGUSR1, ask_for_checkpoint, SA_RESTART}};

std::array<struct sigaction, answers.size()> before;

} // namespace

Signals::Signals() {
  termination_signal = 0;
  checkpoint_signal = 0;
  for (std::size_t n = 0; n < answers.size(); ++n) {
    struct sigaction action {};
    action.sa_handler = answers[n].handler;
    action.sa_flags = static_cast<int>(answers[n].flags);
    sigemptyset(&action.sa_mask);
    const int failed = sigaction(answers[n].number, &action, &before[n]);
    NOPAL_ASSERT(failed == 0);
  }
}

Signals::~Signals() {
  for (std::size_t n = 0; n < answers.size(); ++n) sigaction(answers[n].number, &before[n], nullptr);
}

int Signals::termination() const { return termination_signal; }

bool Signals::take_checkpoint() {
  if (checkpoint_signal == 0) return false;
  checkpoint_signal = 0; // a signal that comes meanwhile is answered by the same checkpoint
  return true;
}

} // namespace nopal
