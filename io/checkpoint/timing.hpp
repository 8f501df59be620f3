#pragma once
// When checkpoints were written in this run, and how long that took.

#include <nopal/thorn.hpp>

namespace nopal::checkpoint {

struct Timing {
  double last = 0;      ///< the newest checkpoint (before the first: the start of the program), as Services::seconds()
  double took = -1;     ///< seconds that it took; -1: none was written
  double seen = 0;      ///< Services::seconds() of the iteration before
  double iteration = 0; ///< the longest so far, seconds, its output included
};

/// Seconds before driver.walltime at which the run should end, so that the last checkpoint is written in time.
double reserve(Call& call);

} // namespace nopal::checkpoint
