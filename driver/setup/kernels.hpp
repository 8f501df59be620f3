#pragma once
// The kernels of all active thorns, bound to this run and ready to be launched.

#include "core/launch/bound_kernel.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/libraries.hpp"

#include <array>
#include <map>
#include <span>
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

  /// What a kernel routine is launched over: the boxes of the region that it writes, or what a block kernel says.
  std::span<const LaunchBox> boxes(const Routine& routine);
  /// Compiles every kernel of a routine that runs on the device.
  void load(Device& device, const std::vector<Routine>& routines);
  /// Reads the parameters' values again.
  void refresh(const Parameters& parameters);

private:
  std::map<std::string, BoundKernel, std::less<>> kernels_; ///< by full name
  std::map<std::string, const Routine*, std::less<>> declared_;
  std::vector<BoundKernel*> by_routine_;
  std::array<std::vector<LaunchBox>, 8> boxes_; ///< by region
};

} // namespace nopal
