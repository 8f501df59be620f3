#pragma once
// accelerator.device_options of the device `checked`.

#include <map>
#include <string>
#include <vector>

namespace nopal::checked {

/// "moves": transfers move whole slots. "async": copies to the device are done as late as they may be, so that
/// memory that changes too early is found. "fault:<function>=<n>": the n-th call of a function of the device throws.
struct Options {
  bool moves = false;
  bool async = false;
  std::map<std::string, long> faults; ///< function, number of the call that throws

  /// Throws Error for words that mean nothing here.
  static Options parse(const std::vector<std::string>& words);
};

} // namespace nopal::checked
