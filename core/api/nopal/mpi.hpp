#pragma once
// For thorns that call MPI, or a library that uses MPI. Other thorns communicate with Collective.

#include "core/thorn/collective.hpp"

#include <mpi.h>

namespace nopal {

/// The communicator of the run.
inline MPI_Comm communicator(const Collective& collective) {
  return *static_cast<const MPI_Comm*>(collective.native());
}

} // namespace nopal
