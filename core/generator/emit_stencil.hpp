#pragma once
// Text of the common source of a stencil's stages. OpenCL C and CUDA C++ share it. It uses the launch ABI of
// core/kernels/tile_launch.hpp on the device.

#include "core/generator/emit_device.hpp"
#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal::emit {

/// Returns the beginning of an OpenCL C source: types, constants and functions of the dialect. `with_texts`: see
/// function_definitions().
std::string opencl_prelude(const std::vector<std::string_view>& with_texts);
/// Returns the parameters of a body for the kernel's arguments, each with a comma before it.
std::string opencl_parameters(const KernelDeclaration& kernel);
/// Returns the function nopal_body(), which is the body of the kernel.
std::string opencl_body(const KernelDeclaration& kernel, const KernelText& text);

/// The same for CUDA C++. The prelude begins namespace nopal_dialect, and the body is in it.
std::string cuda_prelude(const std::vector<std::string_view>& with_texts);
std::string cuda_parameters(const KernelDeclaration& kernel);
std::string cuda_body(const KernelDeclaration& kernel, const KernelText& text);

/// How the points of a part are computed: by one thread row by row, or by all threads of a group.
enum class PartLoop { rows, points };

/// What the languages write in different ways. `kernel` numbers are positions in StencilDeclaration::stages.
struct StencilLanguage {
  PartLoop loop = PartLoop::rows;
  std::string function; ///< before a function: "static"
  DeviceDialect dialect = DeviceDialect::opencl;
  std::string pass;   ///< after the type of a structure that is passed: "* const ", "& "
  std::string member; ///< "->" or "."
  std::string (*parameters)(const KernelDeclaration&) = nullptr;
  std::string (*body)(const KernelDeclaration&, const KernelText&) = nullptr;
  /// The values for the parameters in a call inside a stage function.
  std::string (*forward)(const ArgumentDeclaration&) = nullptr;
};

/// Returns the structures of tile_launch.hpp and nopal_part, the points of one call in a tile.
std::string stencil_structs(const StencilDeclaration& stencil, bool shape_list);

/// Returns the declaration of a kernel with FieldMemory of each field set for the stencil's source.
KernelDeclaration joined_kernel(const StencilDeclaration& stencil, const JoinedKernel& stage,
                                const std::vector<KernelDeclaration>& kernels);

/// Returns the body of a kernel and the function nopal_stage_<number>(), which computes a part. `fetched`:
/// JoinedKernel::fetched.
std::string stage_functions(const KernelDeclaration& kernel, const KernelText& text, std::size_t number,
                            const std::vector<std::string>& fetched, const StencilLanguage& language);

/// Text of an entry point. `tile_begin`: finds the points of tile `nopal_tile` and nopal_base, the address of point
/// (0, 0, 0) of the first temporary. `calls_begin`: begins the loop over calls and finds nopal_p, the part of each.
std::string tile_begin(std::string_view address_space, std::string_view scratch);
std::string calls_begin(PartLoop loop);

/// The host functions of some phases, and a list of them.
struct PhasesText {
  std::string text;
  std::size_t phases = 0; ///< length of the list; without phases there is no list
};
/// Phases whose stages compute rows in step: nopal_rows, a list of StageRows.
PhasesText rows_text(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                     const std::vector<std::string>& texts);
/// Phases that are computed in strips of columns: nopal_columns, a list of StageColumns.
PhasesText columns_text(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                        const std::vector<std::string>& texts);

/// Returns the members of a list of KernelArgument.
std::string argument_list(const std::vector<ArgumentDeclaration>& arguments);
/// Returns the C++ definition of the StencilKernel, and its full name. `path`: of the thorn's declaration.
std::string stencil_description(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                                const std::vector<std::string>& texts, const std::string& path);
std::string stencil_name(const StencilDeclaration& stencil);

} // namespace nopal::emit
