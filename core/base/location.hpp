#pragma once
// A place in a file. Messages to a user name it.

#include <string>

namespace nopal {

/// A place in a file. Line and column count from 1; 0 means unknown.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;

  /// Returns "file:line:column" without the parts that are unknown.
  std::string text() const {
    return file + (line > 0 ? ":" + std::to_string(line) : "") +
           (line > 0 && column > 0 ? ":" + std::to_string(column) : "");
  }

  bool operator==(const Location&) const = default;
};

} // namespace nopal
