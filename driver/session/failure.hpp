#pragma once
// Ranks agree on failures here, and report each failure once.

#include "core/base/error.hpp"
#include "driver/session/session.hpp"

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace nopal {

/// Thrown after a failure was reported to the user. The program then ends with a nonzero exit code.
struct Reported {};

/// Returns the message that the user gets for an exception of any type.
std::string failure_text(const std::exception_ptr& failure);

/// Joins the messages of the ranks; an empty one means that the rank did not fail. Equal messages appear once, with the
/// numbers of their ranks unless all ranks have the message.
std::string combined_failures(const std::vector<std::string>& by_rank);

/// Collective. If any rank has a failure, throws the same Error on all ranks.
void agree(const Session& session, const std::exception_ptr& failure);

/// Collective. Runs `step` on every rank and returns its result. `step` must not communicate. If it throws on any rank,
/// all ranks throw an Error that holds all the messages.
template <class Step> auto together(const Session& session, Step&& step) {
  std::exception_ptr failure;
  if constexpr (std::is_void_v<std::invoke_result_t<Step>>) {
    try {
      step();
    } catch (...) {
      failure = std::current_exception();
    }
    agree(session, failure);
  } else {
    std::optional<std::invoke_result_t<Step>> result;
    try {
      result.emplace(step());
    } catch (...) {
      failure = std::current_exception();
    }
    agree(session, failure);
    return std::move(*result);
  }
}

/// Reports a failure on standard error. If all ranks report the same message within `patience`, rank 0 prints it once;
/// otherwise the ranks print their messages with their numbers. If some ranks do not report in time, they did not fail
/// and may wait for this rank: prints the message, calls `last` and ends the whole job.
void report(const Session& session, const std::string& message, const std::function<void()>& last = {},
            std::chrono::milliseconds patience = std::chrono::seconds(2));

} // namespace nopal
