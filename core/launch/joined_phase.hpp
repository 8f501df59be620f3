#pragma once
// A phase of a stencil on the host that a thorn's library computes with functions for all stages together.

#include "core/launch/host_run.hpp"
#include "core/launch/stencil_binding.hpp"

#include <span>
#include <string>
#include <vector>

namespace nopal {

/// What the choice of the runs depends on.
struct JoinedWish {
  std::size_t cache_bytes = 0; ///< of one thread
  int threads = 1;
};

class JoinedPhase {
public:
  virtual ~JoinedPhase() = default;
  /// Returns the bytes of the temporaries of one thread.
  virtual std::size_t buffer_bytes() const = 0;
  /// Returns how the phase runs, for the log.
  virtual std::string text() const = 0;
  /// Takes the positions of all splitters, from "bottom" to "top".
  virtual void set_splitters(std::span<const long> splitters) = 0;
  /// Frees the memory of the threads. The next run takes it again.
  virtual void release() = 0;
  /// Runs the plain version of all stages.
  virtual void run(const HostRun& run) = 0;
};

/// The fields and numbers of a launch.
class JoinedLaunch {
public:
  JoinedLaunch(StencilBinding& binding, const Domain& domain, const Box& interior, const JoinedWish& wish);

  /// Takes addresses and values from `memory`.
  void prepare(HostMemory& memory);
  /// Returns the arguments of a launch. They refer to this object and hold until the next prepare().
  JoinedArguments arguments(const KernelClock& clock) const {
    return {fields_.data(), binding_.reals().data(), binding_.integers().data(), &grid_, period_, clock};
  }
  const StencilBinding& binding() const { return binding_; }
  const KernelGrid& grid() const { return grid_; }
  /// Returns whether fields are better stored past the caches. `first`: the first i of a strip.
  bool past_caches(long first) const;

private:
  StencilBinding& binding_;
  KernelGrid grid_;
  Index period_{0, 0, 0};
  bool large_; ///< the fields do not fit into the caches
  std::vector<HostField> fields_;
};

} // namespace nopal
