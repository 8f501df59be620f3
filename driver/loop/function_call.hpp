#pragma once
// The context of one call of a C++ function of a thorn.

#include "core/accelerator/accelerator.hpp"
#include "core/thorn/call.hpp"
#include "driver/loop/call_environment.hpp"

namespace nopal {

class FunctionCall final : public CallContext {
public:
  FunctionCall(const CallEnvironment& environment, const Routine& routine, Place place, const KernelClock& clock)
      : environment_(environment), routine_(routine), place_(place), clock_(clock) {}

  const Routine& routine() const override { return routine_; }
  Services& services() override { return *environment_.services; }
  const KernelClock& clock() const override { return clock_; }
  std::byte* host_data(Slot slot) override;
  const Layout& layout(int variable) const override { return environment_.memory->layout(variable); }
  Device* device() override { return place_ == host_place ? nullptr : environment_.device; }
  void launch(std::string_view kernel, std::span<const LaunchBox> boxes) override;
  std::span<const LaunchBox> boxes(std::string_view kernel) override;
  void (*provided(std::string_view name, std::string_view signature))() override;

private:
  BoundKernel& kernel(std::string_view name);
  void refuse_blocks(const BoundKernel& kernel);
  const CallEnvironment& environment_;
  const Routine& routine_;
  Place place_;
  const KernelClock& clock_;
};

} // namespace nopal
