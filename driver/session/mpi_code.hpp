#pragma once
// Which code belongs to MPI.

namespace nopal {

/// Whether code at this address belongs to a library of MPI: OpenMPI, MPICH, or what they load.
bool is_of_mpi(const void* address);

} // namespace nopal
