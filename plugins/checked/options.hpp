#pragma once
// The accelerator.device_options of the device `checked`.

#include <map>
#include <string>
#include <vector>

namespace nopal::checked {

/// "moves": transfers move whole slots. "async": the device does copies as late as possible, so that it finds memory
/// that changes too early. "fault:<function>=<n>": the n-th call of a function of the device throws.
struct Options {
  bool moves = false;
  bool async = false;
  std::map<std::string, long> faults; ///< function, number of the call that throws

  /// Throws Error for unknown words.
  static Options parse(const std::vector<std::string>& words);
};

} // namespace nopal::checked
