#pragma once
// Failures of one process that all must learn of, so that none waits in a collective call for ever.

#include <mpi.h>

#include <functional>
#include <string>

namespace nopal::hdf5 {

/// Runs `action` on every process; where it throws on any of them, throws that Error on all of them (that of the
/// lowest rank). `action` makes no collective calls that a failure elsewhere would leave waiting. Collective.
void together(MPI_Comm communicator, const std::function<void()>& action);

} // namespace nopal::hdf5
