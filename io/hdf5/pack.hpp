#pragma once
// Copies values of a field into one piece of memory, in the form that they have in the file.

#include <nopal/thorn.hpp>

#include <cstddef>
#include <memory>

namespace nopal::hdf5 {

/// The values of a dataset in memory. An element has `parts` values of 8 bytes: two if it is complex, else one.
struct Source {
  const void* first = nullptr; ///< element at the first point that this process writes
  Index stride{1, 0, 0};       ///< in elements, from one index to the next
  int parts = 1;
  Type type = Type::real; ///< real or integer
};

/// Returns the bytes of one value in the file.
inline std::size_t value_size(bool single) { return single ? sizeof(float) : sizeof(double); }

/// Copies part `part` of every element of a selection to `to`, i fastest, without padding. Integers stay as they are.
/// Real values become doubles or, if `single` is true, floats (too large values become infinite).
void pack(const Source& source, const Selection& selection, int part, bool single, std::byte* to);

using Bytes = std::unique_ptr<std::byte[]>;

/// Returns memory with undefined contents.
inline Bytes new_bytes(std::size_t n) { return std::make_unique_for_overwrite<std::byte[]>(n); }

} // namespace nopal::hdf5
