#pragma once
// The context of a call of a C++ function of a thorn, and the launch of a kernel.

#include "core/accelerator/accelerator.hpp"
#include "core/thorn/call.hpp"
#include "core/trace/timeline.hpp"
#include "driver/setup/run_description.hpp"

namespace nopal {

class Guard;
class Streamer;

/// The parts of the run that all calls of routines use.
struct CallEnvironment {
  Services* services = nullptr;
  HostMemory* memory = nullptr;
  Device* device = nullptr; ///< null: the run has no device, or data stream through it
  Accelerator* accelerator = nullptr;
  Streamer* streamer = nullptr; ///< computes device routines if data stream through the device; else null
  bool opencl = false;          ///< the device is one of OpenCL
  const RunDescription* run = nullptr;
  Box stored;                                      ///< points of the grid that this process stores
  HostBackend* host = nullptr;                     ///< runs kernels on the host; null: the caller computes all points
  HostVersion version = HostVersion::plain;        ///< of stencils
  HostVersion kernel_version = HostVersion::plain; ///< of kernels that no stencil runs
  Guard* guard = nullptr;                          ///< null: functions are trusted
  Timeline* timeline = nullptr;                    ///< null: the run is not traced
  bool overlap = false;                            ///< loops over sets begin while their ghosts travel

  /// Launches a kernel over boxes at a place. Executor and FunctionCall launch all kernels of a run with this function.
  /// A launch on the host is traced as a span with the name `span_name`, unless that is empty.
  void launch(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock, Place place,
              std::string_view span_name = {}) const;
  /// Runs a loop over a set, or a part of it, at a place. On the host it is traced like a kernel.
  void run_loop(BoundLoop& loop, const KernelClock& clock, Place place, std::string_view span_name,
                LoopPart part) const;
  /// Before the first launch of a block kernel: throws Error if its threads conflict.
  void try_blocks(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock, Place place) const;
  /// Runs all stages of a stencil at a place. On the host it is traced like a kernel.
  void run_stencil(const Routine& routine, const KernelClock& clock, Place place, std::string_view span_name) const;
};

class FunctionCall final : public CallContext {
public:
  FunctionCall(const CallEnvironment& environment, const Routine& routine, Place place, const KernelClock& clock)
      : environment_(environment), routine_(routine), place_(place), clock_(clock) {}

  const Routine& routine() const override { return routine_; }
  Services& services() override { return *environment_.services; }
  const KernelClock& clock() const override { return clock_; }
  std::byte* host_data(Slot slot) override;
  const Layout& layout(int variable) const override { return environment_.memory->layout(variable); }
  const FieldWatch* watch(Slot slot, Access access) override;
  std::vector<std::vector<std::byte>> grid_values(std::span<const Slot> slots, std::span<const PointRun> runs) override;
  Device* device() override { return place_ == host_place ? nullptr : environment_.device; }
  void launch(std::string_view kernel, std::span<const LaunchBox> boxes) override;
  std::span<const LaunchBox> boxes(std::string_view kernel) override;
  void (*provided(std::string_view name, std::string_view signature))() override;

private:
  /// Returns the routine of a kernel of this thorn.
  const Routine& declared(std::string_view name) const;
  /// Copies the points from the device to the host, of the slots that the routine interpolates and that are not valid
  /// there.
  void bring(std::span<const Slot> slots, std::vector<PointRun> runs);
  void refuse_blocks(const BoundKernel& kernel);
  const CallEnvironment& environment_;
  const Routine& routine_;
  Place place_;
  const KernelClock& clock_;
};

} // namespace nopal
