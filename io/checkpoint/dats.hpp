#pragma once
// Dats in the files of a checkpoint. Values have 8 bytes, and travel between processes as their bits.

#include "slots.hpp"

#include <cstdint>
#include <vector>

namespace nopal::checkpoint {

/// Returns the part of a dat that the file of `rank` holds, as points (component, global number, 0).
Box elements_in_file(const Contents& contents, const Group& group, int rank);

/// Returns the values of a dat that the file of this process holds, in their order. Collective.
std::vector<std::int64_t> values_for_file(Call& call, Slot slot);

/// Loads a dat from the files of the checkpoint in the folder `path`. `n` is its number in contents.slots. Collective.
void load_dat(Call& call, const std::string& path, const Contents& contents, std::size_t n);

} // namespace nopal::checkpoint
