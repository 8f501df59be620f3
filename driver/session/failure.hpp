#pragma once
// Failures: the ranks agree on them, report each once, and end the job.

#include "core/base/error.hpp"
#include "driver/session/session.hpp"

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace nopal {

/// Thrown after a failure was reported to the user. The program then ends with a nonzero exit code.
struct Reported {};

/// Runs `step`. Returns the exception that it throws, or null.
template <class Step> std::exception_ptr failure_of(Step&& step) {
  try {
    step();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// Returns the message that the user gets for an exception of any type; empty for null.
std::string failure_text(const std::exception_ptr& failure);

/// Joins the messages of the ranks; an empty one means that the rank did not fail. Equal messages appear once, with the
/// numbers of their ranks unless all ranks have the message. If all different messages end with the same advice, after
/// "; ", the advice appears once, in a line of its own.
std::string combined_failures(const std::vector<std::string>& by_rank);

/// Collective. If any rank has a failure, throws the same Error on all ranks.
void agree(const Session& session, const std::exception_ptr& failure);

/// Collective. Runs `step` on every rank and returns its result. `step` must not communicate. If it throws on any rank,
/// all ranks throw an Error that holds all the messages.
template <class Step> auto together(const Session& session, Step&& step) {
  if constexpr (std::is_void_v<std::invoke_result_t<Step>>) {
    agree(session, failure_of(step));
  } else {
    std::optional<std::invoke_result_t<Step>> result;
    agree(session, failure_of([&] { result.emplace(step()); }));
    return std::move(*result);
  }
}

/// Collective. Runs `step` on rank 0 only. If it throws, all ranks throw an Error with the same text.
void on_first_rank(const Session& session, const std::function<void()>& step);

/// Prints the line "nopal: <message>" on standard error with one call of write, so that lines of several ranks do not
/// mix. fprintf would not do: in glibc 2.41 it writes 128 bytes at a time
/// (findings/glibc-prints-to-stderr-in-pieces.sh).
void print_error(const std::string& message);

/// Reports a failure on standard error. If all ranks report the same message within five seconds, rank 0 prints it
/// once; otherwise the ranks print their messages with their numbers. If some ranks do not report in time, they did not
/// fail and may wait for this rank: prints the message, calls `last` and ends the whole job.
void report(const Session& session, const std::string& message, const std::function<void()>& last = {});

/// Writes "nopal: rank 1: …" to standard error in one piece; a run with one rank omits the number. May be called from
/// any thread.
void tell(const Session& session, const std::string& text);

/// Called, from any thread, with the reason just before end_job().
using LastWords = std::function<void(const std::string& text)>;

/// Ends the processes of all ranks with a nonzero exit code, whatever they are doing. Asks MPI to do so; if MPI does
/// not answer, ends this process, and the launcher then ends the others. May be called from any thread.
[[noreturn]] void end_job(const Session& session);

} // namespace nopal
