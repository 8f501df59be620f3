#pragma once
// Where in a text something was found: the "where" of every message to a user.

#include <string>

namespace nopal {

/// A place in a file; line and column count from 1, 0 means unknown.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;

  /// "file:line:column", leaving out what is unknown.
  std::string text() const;

  bool operator==(const Location&) const = default;
};

} // namespace nopal
