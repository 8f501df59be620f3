#pragma once
// The one file of a groupBased series: a group for each iteration, which is a link to that of the iteration's own file.

#include "series.hpp"

#include <vector>

namespace nopal::hdf5 {

/// Adds an iteration, whose own file is complete. Who reads the joined file sees it with or without the iteration. By
/// one process; throws Error.
void join(const Names& names, const std::string& parfile, std::int64_t iteration, bool sync);

/// Makes the joined file anew, of these iterations. By one process; throws Error.
void join_again(const Names& names, const std::string& parfile, const std::vector<std::int64_t>& iterations, bool sync);

} // namespace nopal::hdf5
