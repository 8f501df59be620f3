#pragma once
// The device kernel of a loop over a set, LoopKernel::device, and its host version for devices that run on the host.

#include "core/generator/emit_device.hpp"
#include "core/generator/kernel_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nopal::emit {

/// What an element adds to a dat through maps: the arguments for one dat, one after the other.
struct AddedDat {
  std::string source; ///< of the arguments
  int components = 0;
  int targets = 0; ///< of an element, of all arguments together
  /// Positions in KernelDeclaration::arguments, and the targets of the arguments before each.
  std::vector<std::pair<std::size_t, int>> arguments{};
};
/// Returns the dats that the loop adds to through maps, in the order of LoopKernel::device.
std::vector<AddedDat> added_dats(const KernelDeclaration& kernel);

/// Returns the device kernel as a kernel of arrays and numbers.
KernelDeclaration elements_kernel(const KernelDeclaration& kernel);

/// Returns the statements that store the sums and the totals of element nopal_e. `field`: stands before the names of
/// elements_kernel().
std::string store_element(const KernelDeclaration& kernel, std::string_view field);

/// Returns the complete source for devices. Its entries are rows_entry() and points_entry() of device_launch.hpp.
std::string elements_source(const KernelDeclaration& kernel, const KernelText& text, DeviceDialect dialect);
/// Returns the function nopal_device_checked, which is Kernel::checked.
std::string elements_version(const KernelDeclaration& kernel);
/// Returns the definition of nopal_device_kernel, a Kernel.
std::string elements_description(const KernelDeclaration& kernel, const std::string& file);

} // namespace nopal::emit
