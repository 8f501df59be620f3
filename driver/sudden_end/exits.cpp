// The program defines the functions of the C library that end a process at once, and MPI_Abort. Thorns and libraries
// are linked with these, since the program comes first.

#include "driver/sudden_end/exits.hpp"

#include "core/base/assert.hpp"
#include "driver/sudden_end/end_state.hpp"

#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace nopal {

namespace {

constexpr const char* advice =
    " was called, which would end this process only: throw nopal::Error to end a run with an error, or call "
    "request_termination()";

/// Prints the line of the end. `status` is left out if it is not known.
void tell_end(const char* call, const int* status) {
  SignalLine& line = begin_end_line(end_state().line).add(call).add("(");
  if (status != nullptr) line.add_number(*status);
  line.add(")").add(advice).print();
}

/// exit() and quick_exit() call this on a sound process, so the last words need no other thread.
void end_orderly(const char* call, const int* status) {
  if (!run_goes_on() || !claim_end()) return;
  std::fflush(nullptr);
  tell_end(call, status);
  (*end_state().last_words)(end_account());
  end_job(*end_state().session);
}

/// Tells the end of the run, if one goes on. Signal handlers may call _exit(), so this is safe there.
void tell_at_once(const char* call, int status) {
  if (!run_goes_on() || !claim_end()) return;
  tell_end(call, &status);
  record_end();
}

/// Ends the process. A run that goes on does not succeed. The launcher then ends the other ranks.
[[noreturn]] void end_at_once(const char* call, int status) {
  const bool fails = run_goes_on();
  tell_at_once(call, status);
  end_process(fails && status == 0 ? 1 : status);
}

} // namespace

void watch_exits() {
  static const bool watched =
      on_exit([](int status, void* /*unused*/) { end_orderly("exit", &status); }, nullptr) == 0 &&
      at_quick_exit([] { end_orderly("quick_exit", nullptr); }) == 0;
  NOPAL_ASSERT(watched);
}

} // namespace nopal

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming): they are those
// names
extern "C" {

void _exit(int status) { nopal::end_at_once("_exit", status); }

void _Exit(int status) noexcept { nopal::end_at_once("_Exit", status); }

// It ends this process by a way of its own, and goes on in another one.
int daemon(int /*stay*/, int /*keep*/) noexcept { nopal::end_at_once("daemon", 0); }

int MPI_Abort(MPI_Comm communicator, int status) {
  nopal::tell_at_once("MPI_Abort", status);
  return PMPI_Abort(communicator, status == 0 ? 1 : status);
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
