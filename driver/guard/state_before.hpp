#pragma once
// What every routine relies on and any function can change: how numbers are computed and written, and the working
// folder.

#include "core/host/arithmetic.hpp"
#include "driver/guard/working_folder.hpp"

#include <locale>
#include <string>

namespace nopal {

/// The state before a function: the arithmetic of the calling thread, and the locales. Takes some ten nanoseconds and
/// no system call.
class StateBefore {
public:
  explicit StateBefore(const WorkingFolder& folder);
  /// Sets back what has changed since then, and the working folder. Returns what it was, for a message: "how the
  /// processor rounds (now up), the working folder (now /tmp)"; empty: nothing.
  std::string restore() const;

private:
  const WorkingFolder& folder_;
  Arithmetic arithmetic_;
  std::string numeric_; ///< name of the locale by which the C library reads and writes numbers
  std::locale locale_;  ///< of C++
};

} // namespace nopal
