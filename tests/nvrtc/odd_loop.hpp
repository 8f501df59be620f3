#pragma once
// A loop over a set with names that sources for devices use themselves.

#include "core/generator/emit.hpp"
#include "core/generator/generator.hpp"

#include <string>

namespace nopal::test {

/// The source of the loop for CUDA or for OpenCL. Its kernel returns early.
inline std::string odd_loop(bool cuda) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text(R"(thorn: odd
description: d
parameters:
  x: {type: real, default: 1.5, description: d}
  nk: {type: int, default: 2, description: d}
sets: {cells: {description: d}, edges: {description: d}}
maps:
  cell_edges: {from: cells, to: edges, arity: varying}
  sides: {from: cells, to: cells, arity: 3, by_rule: true}
groups:
  values: {type: dat, on: cells, components: 2, variables: [i, dx, z]}
  marks: {type: dat, on: edges, datatype: int, variables: [j]}
  sums: {type: scalar, variables: [y, dimension]}
  numbers: {type: scalar, datatype: int, variables: [k]}
schedule:
  - kernel: odd
    at: evol
    over: cells
    uses: [x, nk]
    reads: [j via cell_edges, i via sides, "i via sides[2] as ni"]
    writes: [dx]
    increments: [y, k, z via sides]
    minima: [dimension]
)",
                                                 "odd.yaml", errors);
  const auto kernels = kernel_declarations(thorn, {}, errors);
  errors.raise_if_any();
  const std::string text = R"(dx(0) = dx(1) = x;
for (int n = 0; n < count(cell_edges); ++n) {
  if (j(n, 0) == nk) return;
  k += j(n, 0);
}
for (int n = 0; n < count(sides); ++n) z(n, 1) += i(n, 0) * ni(1);
y += sqrt(x);
dimension = min(dimension, x);
)";
  const KernelDeclaration& kernel = kernels.at(0);
  return emit::resume_lines(cuda ? cuda_source(kernel, text) : opencl_source(kernel, text), "generated");
}

} // namespace nopal::test
