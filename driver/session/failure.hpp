#pragma once
// How ranks agree that something failed, and how it is told once.

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

/// Thrown once a failure has been told to the user: nothing is left but to end with a nonzero code.
struct Reported {};

/// The text of any exception for the user.
std::string failure_text(const std::exception_ptr& failure);

/// What the ranks have to say (empty: did not fail) as one text: equal messages once, others with their ranks.
std::string combined_failures(const std::vector<std::string>& by_rank);

/// Collective: throws the same Error on every rank where any rank has a failure.
void agree(const Session& session, const std::exception_ptr& failure);

/// Runs a step that does not communicate on every rank and agrees on how it ended; returns what it returns.
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

/// Tells a failure: once, by rank 0, where all ranks report the same within `patience`; else every rank that failed
/// speaks for itself, with its number. Where ranks are silent, since only some failed, calls `last` and ends the whole
/// job here.
void report(const Session& session, const std::string& message, const std::function<void()>& last = {},
            std::chrono::milliseconds patience = std::chrono::seconds(2));

} // namespace nopal
