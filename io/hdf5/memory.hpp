#pragma once
// The memory that output takes beside the variables.

#include <nopal/thorn.hpp>

#include <set>

namespace nopal::hdf5 {

/// Returns the variables that the parameter `variables` lists, each once.
std::set<int> listed_variables(const Call& call);

/// Tells the run how much memory output takes on this process: for values on sets in the order of the file, and for
/// copies in the background.
void tell_memory(const Call& call);

} // namespace nopal::hdf5
