#pragma once
// The kernels of all active thorns, bound to this run and ready to be launched.

#include "core/kernels/bound_kernel.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/libraries.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

class Kernels {
public:
  /// Adds an error for each library that does not fit its declaration.
  Kernels(const Libraries& libraries, const Description& description, const Decomposition& decomposition, int rank,
          ErrorList& errors);

  /// The kernel of a routine; asserts that it is one.
  BoundKernel& of(const Routine& routine) { return *by_routine_[static_cast<std::size_t>(routine.id)]; }
  /// By the name of its schedule item; null where the thorn has no such kernel.
  BoundKernel* find(const std::string& thorn, std::string_view name);
  /// As declared; null where the thorn has no such kernel.
  const Routine* declared(const std::string& thorn, std::string_view name) const;
  std::vector<std::string> names(const std::string& thorn) const;

  /// The boxes that a kernel routine is launched over: those of the region that it writes.
  const std::vector<LaunchBox>& boxes(const Routine& routine) const {
    return boxes_[static_cast<std::size_t>(routine.writes.front().region)];
  }
  /// Compiles every kernel of a routine that runs on the device.
  void load(Device& device, const std::vector<Routine>& routines);

private:
  std::map<std::string, BoundKernel, std::less<>> kernels_; ///< by full name
  std::map<std::string, const Routine*, std::less<>> declared_;
  std::vector<BoundKernel*> by_routine_;
  std::array<std::vector<LaunchBox>, 8> boxes_; ///< by region
};

} // namespace nopal
