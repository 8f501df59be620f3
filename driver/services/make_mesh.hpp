#pragma once
// Makes the mesh of a run: calls the mesh functions of the thorns, checks and partitions the mesh, and gives each
// process its part.

#include "driver/session/session.hpp"
#include "driver/setup/run_description.hpp"

namespace nopal {

/// Collective. Fills run.mesh, binds the loops over sets to it, and logs what the mesh is like. Throws the same Error
/// on all processes if no thorn makes a mesh that the run needs, or if the mesh is wrong.
void make_mesh(const Session& session, RunDescription& run);

} // namespace nopal
