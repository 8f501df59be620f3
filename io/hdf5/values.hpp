#pragma once
// Values of datasets that a file has room for, written to where they belong.

#include "dataset.hpp"
#include "disk.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nopal::hdf5 {

/// A dataset that the file has room for, and in which nothing is yet.
struct LaidOut {
  std::int64_t offset = 0; ///< of its first value, in bytes
  Shape shape;
  Source source;
  int part = 0;
  bool single = false;
};

/// Writes this process's values from where they lie, some MiB at a time. Does not communicate; throws Error.
void write_values(OpenFile& file, std::span<const LaidOut> datasets);

/// Copies of this process's values, packed as they will lie in the file.
class Copies {
public:
  /// Copies the values of datasets, from the first one on, as many as take no more than `limit` bytes together; what
  /// was copied before is given up. Returns how many. Error where there is no memory for them.
  std::size_t take(std::span<const LaidOut> datasets, std::int64_t limit);
  /// As write_values().
  void write(OpenFile& file) const;

private:
  void make_room(std::size_t bytes);
  std::vector<LaidOut> datasets_;
  Bytes memory_; ///< stays from one output to the next, so that the system need not give it anew
  std::size_t bytes_ = 0;
};

} // namespace nopal::hdf5
