// The program defines the functions of the C library that end a process or a thread at once, and MPI_Abort. Thorns and
// libraries are linked with these, since the program comes first.

#include "driver/sudden_end/exits.hpp"

#include "core/base/assert.hpp"
#include "driver/session/mpi_code.hpp"
#include "driver/sudden_end/end_state.hpp"

#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <threads.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace nopal {

namespace {

/// What a call does, and how to end a run instead.
constexpr const char* ends_alone = " was called, which would end this process only";
constexpr const char* ends_thread = " was called, which would end the thread that calls all routines";
constexpr const char* ends_all = " was called, which gives no reason";
constexpr const char* proper_end = ": throw nopal::Error to end a run with an error, or call request_termination()";

/// Prints the line of the end, and records it. `status` is left out if it is not known.
void tell_end(const char* call, const int* status, const char* what, const char* fix = proper_end) {
  SignalLine& line = begin_end_line(end_state().line).add(call).add("(");
  if (status != nullptr) line.add_number(*status);
  line.add(")").add(what).add(fix);
  tell_end_line();
}

/// Ends the job if a run goes on. The process is sound.
void end_orderly(const char* call, const int* status, const char* what = ends_alone) {
  if (!run_goes_on() || !claim_end()) return;
  std::fflush(nullptr);
  tell_end(call, status, what);
  end_job(*end_state().session);
}

/// Ends the job if a run goes on, and the thread that would end calls its routines.
void end_with_thread(const char* call, pthread_t thread) {
  if (pthread_equal(thread, end_state().caller) != 0) end_orderly(call, nullptr, ends_thread);
}

/// The function of the C library in whose place one stands here.
template <class Function> Function* library_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Tells the end of the run, if one goes on.
void tell_at_once(const char* call, int status, const char* what, const char* fix = proper_end) {
  if (run_goes_on() && claim_end()) tell_end(call, &status, what, fix);
}

/// Ends the process. A run that goes on does not succeed. The launcher then ends the other ranks.
[[noreturn]] void end_at_once(const char* call, int status, const void* caller) {
  const bool fails = run_goes_on();
  // nopal's own handlers of signals have claimed the end before they call this, so they ask for no library.
  if (fails && is_of_mpi(caller))
    tell_at_once(call, status, " was called by MPI",
                 ": the lines of MPI itself say why; if only some ranks called a collective function, "
                 "accelerator.guard: true names it");
  else
    tell_at_once(call, status, ends_alone);
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

// The names are those of the C library.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" {

void _exit(int status) { nopal::end_at_once("_exit", status, __builtin_return_address(0)); }

void _Exit(int status) noexcept { nopal::end_at_once("_Exit", status, __builtin_return_address(0)); }

// It ends this process by a way of its own, and goes on in another one.
int daemon(int /*stay*/, int /*keep*/) noexcept { nopal::end_at_once("daemon", 0, nullptr); }

void pthread_exit(void* result) {
  nopal::end_with_thread("pthread_exit", pthread_self());
  nopal::library_function<decltype(pthread_exit)>("pthread_exit")(result);
  std::abort(); // it does not return
}

void thrd_exit(int result) {
  nopal::end_with_thread("thrd_exit", pthread_self());
  nopal::library_function<decltype(thrd_exit)>("thrd_exit")(result);
  std::abort(); // it does not return
}

int pthread_cancel(pthread_t thread) {
  nopal::end_with_thread("pthread_cancel", thread);
  return nopal::library_function<decltype(pthread_cancel)>("pthread_cancel")(thread);
}

int MPI_Abort(MPI_Comm communicator, int status) {
  nopal::tell_at_once("MPI_Abort", status, nopal::ends_all);
  return PMPI_Abort(communicator, status == 0 ? 1 : status);
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
