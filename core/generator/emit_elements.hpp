#pragma once
// The device kernel of a loop over a set, LoopKernel::device, and its host version for devices that run on the host.

#include "core/generator/emit_device.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nopal::emit {

/// How a device kernel of a loop brings to targets what elements add to them: LoopKernel::device, ::atomics, ::staged.
enum class LoopForm { gather, atomics, staged };
/// All forms that this loop has. A loop that adds nothing through maps has only the first.
std::vector<LoopForm> loop_forms(const KernelDeclaration& kernel);

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
KernelDeclaration elements_kernel(const KernelDeclaration& kernel, LoopForm form);

/// Returns the statements that store the totals of element nopal_e. gather: they also store its sums. atomics: they
/// also add these to its targets, and call nopal_add(pointer, value) for each addition. `field`: stands before the
/// names of elements_kernel().
std::string store_element(const KernelDeclaration& kernel, LoopForm form, std::string_view field);

/// Returns the complete source for devices. Its entries are rows_entry() and points_entry() of device_launch.hpp, or
/// blocks_entry() if it is staged.
std::string elements_source(const KernelDeclaration& kernel, const KernelText& text, DeviceDialect dialect,
                            LoopForm form);

/// Returns the text of blocks_entry() after the head and the local variables of a launch. `space`: qualifies pointers
/// to memory of the device. `shared`: those to memory of the block. `sync`: waits for the other threads of the block.
/// `call`: computes element nopal_e.
std::string staged_text(const KernelDeclaration& kernel, std::string_view space, std::string_view shared,
                        std::string_view sync, const std::string& call);

/// Returns the name of the function that runs a form on the host, such as nopal_device_checked.
std::string checked_name(LoopForm form);
/// Returns the parameter of this function.
std::string checked_parameter(LoopForm form);
/// Returns this function.
std::string elements_version(const KernelDeclaration& kernel, LoopForm form);
/// Returns the name of the Kernel, such as nopal_device_kernel.
std::string kernel_name(LoopForm form);
/// Returns the definition of this Kernel.
std::string elements_description(const KernelDeclaration& kernel, const std::string& file, LoopForm form);

} // namespace nopal::emit
