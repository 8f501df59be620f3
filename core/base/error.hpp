#pragma once
// Error is the one public exception. It reports a mistake that a user can correct.
// ErrorList collects the errors of one input, so that a user sees all of them at once.

#include "core/base/location.hpp"

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nopal {

/// A mistake that a user can correct. The message says what was found, what was expected, where, and what to do.
/// Bugs of nopal itself are assertions (core/base/assert.hpp), never Errors.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string& message);
  Error(const Location& where, const std::string& message);
};

/// Collects the errors of one input. Each message is kept once. The text of an Error shows the first most_shown of
/// them.
class ErrorList {
public:
  static constexpr std::size_t most_shown = 100;

  void add(const Location& where, const std::string& message);
  void add(const std::string& message);
  /// Adds the error that nothing has a name. One missing name may be used in many places, so only the first of these
  /// errors is a message, and it lists the other places. `kind`: what the name would stand for, such as "variable".
  void add_unknown(const Location& where, const std::string& kind, const std::string& name, const std::string& message);
  /// How often an error was added, also if there was a message for it already.
  std::size_t count() const { return count_; }
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }
  /// Whether further messages will not be shown. So a search for the closest name would be in vain.
  bool is_long() const { return messages_.size() >= most_shown; }

  /// Throws one Error with all messages, each on its own line. Does nothing if there are none.
  void raise_if_any() const;

private:
  struct Unknown {
    std::size_t message; ///< position in messages_
    std::string text;    ///< of that message, without other places
    std::vector<Location> places;
  };

  std::vector<std::string> messages_;
  std::unordered_set<std::string> known_;
  std::map<std::pair<std::string, std::string>, Unknown> unknown_; ///< by kind and name
  std::size_t count_ = 0;
};

} // namespace nopal
