#pragma once
// The slots of the state in memory and in the files of a checkpoint.

#include "contents.hpp"

#include <cstddef>

namespace nopal::checkpoint {

/// Values of a slot on the host, of any type.
template <class Byte> struct Values {
  Byte* first = nullptr; ///< the value at box.lower
  Box box;               ///< the points stored
  Index stride;          ///< in elements
  std::size_t size = 8;  ///< bytes of an element

  Byte* at(long i, long j, long k) const {
    const long element =
        (i - box.lower[0]) * stride[0] + (j - box.lower[1]) * stride[1] + (k - box.lower[2]) * stride[2];
    return first + element * static_cast<long>(size);
  }
};

/// These two return the values of a slot, to read or to write them.
Values<const std::byte> read_values(Call& call, Slot slot);
Values<std::byte> write_values(Call& call, Slot slot);

/// The place of a slot in a file.
struct Place {
  std::int64_t offset = 0; ///< in bytes
  Box points;              ///< the points that the file holds; may be empty
};
/// Returns the places of all slots in the file of `rank`. A point of a dat is (component, global number, 0).
std::vector<Place> places_in_file(const Contents& contents, const Variables& variables, int rank);
/// Reads the points of box `part`, which the file holds at `place`, into `values`.
void read_part(const ExistingFile& file, const Place& place, const Box& part, const Values<std::byte>& values);

/// Returns the slot of this run that belongs to a saved slot. The variable must exist.
Slot slot_of(const Variables& variables, const SavedSlot& saved);

} // namespace nopal::checkpoint
