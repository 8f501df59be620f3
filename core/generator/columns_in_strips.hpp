#pragma once
// Finds the vertical stages of a stencil that the host can compute in strips of columns
// (core/kernels/host_columns.hpp).

#include "core/generator/generator.hpp"

#include <vector>

namespace nopal {

/// As KeptField, without its place.
struct KeptDeclaration {
  int argument;
  int stage; ///< position in StencilDeclaration::stages of the first kernel of the stage
  long levels;
  long readable;
};

struct ColumnsDeclaration {
  std::size_t first, end; ///< positions in StencilDeclaration::stages
  std::vector<KeptDeclaration> kept;
};

/// Returns the phases of the stencil that are vertical, and whose stages read nothing beside their column that a stage
/// of the phase writes. `texts`: of all kernels of the thorn.
std::vector<ColumnsDeclaration> columns_in_strips(const StencilDeclaration& stencil,
                                                  const std::vector<KernelDeclaration>& kernels,
                                                  const std::vector<std::string>& texts);

} // namespace nopal
