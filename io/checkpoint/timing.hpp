#pragma once
// The times of this run's checkpoints.

#include <nopal/thorn.hpp>

namespace nopal::checkpoint {

struct Timing {
  double last = 0;      ///< Services::seconds() of the newest checkpoint; 0: none was written
  double took = -1;     ///< seconds that the newest checkpoint took; -1: none was written
  double seen = 0;      ///< Services::seconds() of the last iteration
  double iteration = 0; ///< seconds that the longest iteration took, with its output
};

/// Returns how many seconds before driver.walltime the run should end, so that there is time for the last checkpoint.
double reserve(Call& call);

} // namespace nopal::checkpoint
