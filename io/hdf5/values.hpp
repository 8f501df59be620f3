#pragma once
// Writes values into datasets that have their place in a file.

#include "dataset.hpp"
#include "disk.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nopal::hdf5 {

/// A dataset that has its place in the file but no values yet, and its values in memory.
struct LaidOut {
  std::int64_t offset = 0; ///< of its first value, in bytes
  Shape shape;
  Source source;
  int part = 0;
  bool single = false;
};

/// Writes the values of this process from their place in memory, some MiB at a time. Does not communicate. Throws
/// Error.
void write_values(OpenFile& file, std::span<const LaidOut> datasets);

/// Copies of the values of this process, packed as in the file.
class Copies {
public:
  /// Forgets the old copies. Then copies the values of the first datasets, as many as fit into `limit` bytes, and
  /// returns their number. Throws Error if there is no memory for them.
  std::size_t take(std::span<const LaidOut> datasets, std::int64_t limit);
  /// Writes the copies, as write_values() does.
  void write(OpenFile& file) const;

private:
  void make_room(std::size_t bytes);
  std::vector<LaidOut> datasets_;
  Bytes memory_; ///< kept from one output to the next, which saves time
  std::size_t bytes_ = 0;
};

} // namespace nopal::hdf5
