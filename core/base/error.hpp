#pragma once
// Error is the one public exception. It reports a mistake that a user can correct.
// ErrorList collects the errors of one input, so that a user sees all of them at once.

#include "core/base/location.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace nopal {

/// A mistake that a user can correct. The message says what was found, what was expected, where, and what to do.
/// Bugs of nopal itself are assertions (core/base/assert.hpp), never Errors.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string& message);
  Error(const Location& where, const std::string& message);
};

/// Collects the errors of one input. Each message is kept once.
class ErrorList {
public:
  void add(const Location& where, const std::string& message);
  void add(const std::string& message);
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }

  /// Throws one Error with all messages, each on its own line. Does nothing if there are none.
  void raise_if_any() const;

private:
  std::vector<std::string> messages_;
};

} // namespace nopal
