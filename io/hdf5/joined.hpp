#pragma once
// The one file of a groupBased series: a group for each iteration, which is a link to that of the iteration's own file.

#include "unfinished.hpp"

#include <vector>

namespace nopal::hdf5 {

/// The joined file with another iteration, to be published after that one's own file: who reads it sees it with or
/// without the iteration. By one process; throws Error.
Unfinished join(const Names& names, const std::string& parfile, std::int64_t iteration);

/// The joined file made anew, of these iterations. By one process; throws Error.
Unfinished join_again(const Names& names, const std::string& parfile, const std::vector<std::int64_t>& iterations);

} // namespace nopal::hdf5
