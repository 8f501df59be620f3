#include <nopal/thorn.hpp>

#include <cstdlib>
#include <new>
#include <stdexcept>

namespace {

volatile int zero = 0;
int* volatile nowhere = nullptr;

/// Needs a piece of the stack for each level, and more levels than the stack has room for.
int deep(int level) {
  volatile char room[4096] = {};
  room[static_cast<std::size_t>(level) % sizeof room] = 1;
  return level < (1 << 30) ? deep(level + 1) + room[0] : 0;
}

void end_the_process(const std::string& how) {
  if (how == "exit") std::exit(0);
  if (how == "bad_access") *nowhere = 1;
  if (how == "deep") zero = deep(1);
  if (how == "division") zero = 1000 / zero;
  if (how == "abort") std::abort();
}

} // namespace

NOPAL_FUNCTION(fail) {
  if (call.iteration() != call.integer("iteration")) return;
  const int rank = call.services().rank();
  if (call.integer("rank") >= 0 && call.integer("rank") != rank) return;
  const std::string& how = call.string("how");
  if (how == "error") throw nopal::Error("it failed as asked");
  if (how == "own_error") throw nopal::Error("rank " + std::to_string(rank) + " has trouble of its own");
  if (how == "exception") throw std::runtime_error("something of the library");
  if (how == "memory") throw std::bad_alloc();
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
