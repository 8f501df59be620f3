#pragma once
// The kernels of all interior stages of a stencil in one source. On a device one launch runs the stages tile by tile:
// all stages in a tile, with temporaries in scratch memory, before the next tile. On the host, stages can compute their
// rows in step.

#include "core/kernels/host_columns.hpp"
#include "core/kernels/launch.hpp"

#include <span>

namespace nopal {

/// One kernel of a StencilKernel.
struct StageSource {
  const Kernel* kernel;
  /// For each argument of the kernel: its position in StencilKernel::arguments, or -1 - t for temporary number t.
  const int* arguments;
};

/// The stages of a stencil in a thorn's library. It is static data of the library.
struct StencilKernel {
  const char* thorn;
  const char* name;          ///< of the stencil
  const StageSource* stages; ///< the kernels of interior stages, in the order of their items
  int n_stages;
  /// Fields, reals, integers, without temporaries. A field that several kernels name is one argument. A name that the
  /// schedule binds is an argument of its own for each kernel.
  const KernelArgument* arguments;
  int n_arguments;
  int n_temporaries;
  const char* opencl_tiles;  ///< OpenCL C source with tiles_entry(), for CPUs
  const char* opencl_groups; ///< OpenCL C source with groups_entry(), for GPUs
  const char* cuda;          ///< CUDA C++ source with groups_entry()
  const char* path;          ///< of the thorn's declaration, for messages
  const StageRows* rows;     ///< the phases whose stages can compute rows in step
  int n_rows;
  const StageColumns* columns; ///< the phases that can be computed in strips of columns
  int n_columns;

  std::span<const StageSource> all_stages() const { return {stages, static_cast<std::size_t>(n_stages)}; }
  std::span<const StageRows> all_rows() const { return {rows, static_cast<std::size_t>(n_rows)}; }
  std::span<const StageColumns> all_columns() const { return {columns, static_cast<std::size_t>(n_columns)}; }
  std::span<const KernelArgument> all_arguments() const { return {arguments, static_cast<std::size_t>(n_arguments)}; }
};

} // namespace nopal
