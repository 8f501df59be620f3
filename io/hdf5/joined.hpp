#pragma once
// The joined file of a groupBased series. For each iteration it holds a link to the group in the iteration's own file.

#include "unfinished.hpp"

#include <vector>

namespace nopal::hdf5 {

/// Writes the joined file with one more iteration, under a temporary name. Publish it after the iteration's own file.
/// One process calls this. Throws Error.
Unfinished join(const Names& names, const std::string& parfile, std::int64_t iteration);

/// Like join(), but the file has exactly these iterations.
Unfinished join_again(const Names& names, const std::string& parfile, const std::vector<std::int64_t>& iterations);

} // namespace nopal::hdf5
