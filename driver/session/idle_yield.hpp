#pragma once
// How ranks wait where a machine has more ranks than cores.

namespace nopal {

/// Returns how often MPI has yielded in this process, and the process has slept for a moment.
long n_idle_moments();

} // namespace nopal
