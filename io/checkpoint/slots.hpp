#pragma once
// The slots of the state, as they lie in memory and in the files of a checkpoint.

#include "contents.hpp"

#include <cstddef>

namespace nopal::checkpoint {

/// Values of a slot on the host, whatever their type.
template <class Byte> struct Values {
  Byte* first = nullptr; ///< of point box.lower
  Box box;               ///< the points stored
  Index stride;          ///< in elements
  std::size_t size = 8;  ///< of an element, bytes

  Byte* at(long i, long j, long k) const {
    const long element =
        (i - box.lower[0]) * stride[0] + (j - box.lower[1]) * stride[1] + (k - box.lower[2]) * stride[2];
    return first + element * static_cast<long>(size);
  }
};

Values<const std::byte> read_values(Call& call, Slot slot);
Values<std::byte> write_values(Call& call, Slot slot);

/// Where a slot lies in a file, which holds `points` of it.
struct Place {
  std::int64_t offset = 0; ///< bytes
  Box points;              ///< empty: none
};
/// All slots, in the file of `rank`.
std::vector<Place> places_in_file(const Contents& contents, const Variables& variables, int rank);

/// Number of a saved variable, which must be there.
Slot slot_of(const Variables& variables, const SavedSlot& saved);

} // namespace nopal::checkpoint
