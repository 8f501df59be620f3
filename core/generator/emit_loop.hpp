#pragma once
// The host versions of a loop over a set.

#include "core/generator/emit_host.hpp"

#include <cstddef>
#include <functional>

namespace nopal::emit {

/// Whether the argument is a dat that the loop adds to through a map.
bool adds(const ArgumentDeclaration& argument);
/// Returns the arity of the map that the argument uses; 0: it varies.
int arity_of(const KernelDeclaration& kernel, const ArgumentDeclaration& argument);
/// Returns how many targets the argument, which adds(), has; 0: it varies.
int n_targets(const KernelDeclaration& kernel, const ArgumentDeclaration& argument);
/// Returns how many values an element sums for the targets of such an argument; 0: it varies, and it adds at once.
int n_sums(const KernelDeclaration& kernel, const ArgumentDeclaration& argument);
/// Returns "double" or "long".
std::string_view type_of(const ArgumentDeclaration& argument);
/// Returns the value of a total before an element gives anything.
std::string start_of(const ArgumentDeclaration& total);
/// Returns the statements that define the clock and the numbers of a launch.
std::string loop_numbers(const KernelDeclaration& kernel);
/// Returns the statements that define the totals of an element. They have no values of other elements.
std::string element_totals(const KernelDeclaration& kernel);
/// Returns the statements that define the totals and the sums of an element. They have no values of other elements.
std::string element_sums(const KernelDeclaration& kernel);
/// Returns the call of loop_body(). `value`: returns what stands for an argument, by its position. `targets`: returns
/// the number of targets of a map, by its position.
std::string body_call(const KernelDeclaration& kernel, const std::function<std::string(std::size_t)>& value,
                      const std::function<std::string(std::size_t)>& targets);
/// Returns the call of loop_body() at element nopal_e. It needs nopal_dat_NAME and nopal_sum_NAME of each dat, and
/// nopal_row_M, nopal_to_M and nopal_n_M of map number M.
std::string loop_call(const KernelDeclaration& kernel, bool checked);

/// Returns the functions nopal_plain and nopal_checked of a loop, nopal_device_checked of a loop that can run on a
/// device (core/kernels/loop.hpp), and recording_loop(). `file`: the .kernel file.
HostVersions host_loop_versions(const KernelDeclaration& kernel, const std::string& file);
/// Returns the function `nopal_body`, a template of the types of its dats. `for_lanes`: its reals are Lanes.
std::string loop_body(const KernelDeclaration& kernel, const KernelText& text, bool for_lanes = false);
/// Returns the definition of `nopal_loop_kernel`, which describes the loop, in its namespace.
std::string loop_description(const KernelDeclaration& kernel, const std::string& file);

} // namespace nopal::emit
