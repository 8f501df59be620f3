#pragma once
// The one public exception, for what a user can mend, and the collector that
// reports all errors of an input at once.

#include "core/base/location.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace nopal {

/// What a user can mend: says what was found, what was expected, where, and the fix.
/// Bugs of nopal itself are assertions (core/base/assert.hpp), never Errors.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string& message);
  Error(const Location& where, const std::string& message);
};

/// Collects the errors of one input so that a user sees all of them in one go.
class ErrorList {
public:
  void add(const Location& where, const std::string& message);
  void add(const std::string& message);
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }

  /// Throws one Error with every message on lines of its own; does nothing where there is none.
  void raise_if_any() const;

private:
  std::vector<std::string> messages_;
};

} // namespace nopal
