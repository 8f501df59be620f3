#pragma once
// Text that OpenCL C and CUDA C++ sources share. It uses the launch ABI of device_launch.hpp on the device.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

enum class DeviceDialect { opencl, cuda };

/// Returns the structures of device_launch.hpp.
std::string device_structs(const KernelDeclaration& kernel, DeviceDialect dialect);

/// Returns the parameters of an entry point in the order of device_launch.hpp, without shared memory.
std::string entry_parameters(const KernelDeclaration& kernel, DeviceDialect dialect);

/// Returns the type of a pointer to the elements of a field or an array: "const double*".
std::string pointer_type(const ArgumentDeclaration& argument);

/// Returns the functions for the casts in the text, and the helper functions, with names that the language does not
/// have.
std::string device_functions(const KernelDeclaration& kernel, const KernelText& text, DeviceDialect dialect);
/// Returns the body. Where the macro NOPAL_CHECKED is defined, it has checks (core/kernels/device_checks.hpp).
std::string device_body(const KernelDeclaration& kernel, const KernelText& text);

/// Defines the macros of guard_parameters() for the version without checks.
std::string_view plain_version_macros();

/// Whether the kernel has guarded fields (ArgumentDeclaration::is_guarded). Then its entries and its body have two more
/// parameters at the end, with a comma before them: the bounds, and the memory for a wrong access. Other kernels have
/// them where NOPAL_CHECKED is defined.
bool has_guards(const KernelDeclaration& kernel);
std::string guard_parameters(const KernelDeclaration& kernel, DeviceDialect dialect);
/// Returns ", nopal_limits, nopal_fault", or the macro for it.
std::string_view guard_values(const KernelDeclaration& kernel);
/// Text of the functions that check an access; comes after the structures.
std::string guard_functions(const KernelDeclaration& kernel, DeviceDialect dialect);
/// Text before and after a body: macros with the names of the guarded fields. Where NOPAL_CHECKED is defined, those are
/// all grid functions.
std::string begin_guards(const KernelDeclaration& kernel, DeviceDialect dialect);
std::string end_guards(const KernelDeclaration& kernel);

/// Text of an entry point: finds `nopal_box`, the box of item number `nopal_item`. `address_space` qualifies the
/// pointer.
std::string find_box(std::string_view address_space);
/// The same for a block kernel: also finds `nopal_block`, the number of the block in the box. `item`: the expression
/// for the number of the group along the first dimension. `entry`: along the second and third together.
std::string find_block(std::string_view address_space, std::string_view item, std::string_view entry);

/// Text that follows find_box() or find_block(): defines given_parameters() except i, j, k, x, y, z, and the origin and
/// strides of each field as nopal_o_phi, nopal_j_phi and nopal_k_phi.
std::string launch_locals(const KernelDeclaration& kernel, DeviceDialect dialect);

/// Text that computes y from j and z from k (`blocks`: 0 along axes that do not exist), and x from i.
std::string coordinate_y(bool blocks = false);
std::string coordinate_z(bool blocks = false);
std::string coordinate_x();

/// Text of a points entry from i, j, k to the end of the function. `call` computes one point. Work-item `nopal_thread`
/// of `nopal_threads` computes one point, or one column if the kernel has an order. Outside of the box it does nothing.
std::string compute_point(const KernelDeclaration& kernel, const std::string& call);

/// Text of an OpenCL source with two entries, of which a compiler sees one: `rows` if rows_only (device_launch.hpp)
/// stands before the source, or else `points`.
std::string rows_or_points(const std::string& rows, const std::string& points);

/// Text of a kernel with an order: the head of the loop over all k of the box, in this order, with "{".
std::string loop_over_k(const KernelDeclaration& kernel);

/// Text of a block kernel that needs `thread_i` to `threads_k`: defines the other given_parameters().
std::string block_locals();

} // namespace nopal::emit
