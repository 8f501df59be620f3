#pragma once
// Threads that functions have started and that still run after them.

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace nopal {

class LeftThreads {
public:
  /// Call this before a function.
  void before();
  /// Call this after a function; `place`: which one it was, "heat::start (initial, iteration 0)".
  void after(const std::string& place);
  /// Returns which function has started the thread and has ended since then; empty: none has.
  std::string starter_of(pid_t thread) const;
  /// Returns the functions whose threads still run, separated by commas; empty: there are none.
  std::string starters() const;

private:
  std::vector<pid_t> before_;            ///< sorted
  std::map<pid_t, std::string> starter_; ///< of threads that were left
};

} // namespace nopal
