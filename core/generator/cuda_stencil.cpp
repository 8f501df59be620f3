#include "core/generator/emit.hpp"
#include "core/generator/emit_device.hpp"
#include "core/generator/emit_functions.hpp"
#include "core/generator/emit_stencil.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

using namespace emit;

namespace {

std::string cuda_forward(const ArgumentDeclaration& argument) { return argument.name; }

std::string entry_parameters(const StencilDeclaration& stencil) {
  std::string text = "const nopal_tile_call* __restrict__ nopal_calls,\n    const nopal_tile_constants nopal_c";
  if (std::ranges::any_of(stencil.arguments, &ArgumentDeclaration::has_shape))
    text += ",\n    const nopal_shape_list nopal_shapes";
  for (std::size_t n = 0; n < stencil.arguments.size(); ++n) {
    const ArgumentDeclaration& argument = stencil.arguments[n];
    text += argument.has_shape() ? fmt::format(",\n    {} nopal_a{}", pointer_type(argument), n)
                                 : fmt::format(",\n    const {} nopal_a{}", element_type(argument), n);
  }
  return text;
}

std::string stage_call(const StencilDeclaration& stencil, const JoinedKernel& stage, const KernelDeclaration& kernel,
                       std::size_t number) {
  std::string text = fmt::format("    case {0}:\n      nopal_dialect::nopal_stage_{0}(nopal_p, nopal_c", number);
  for (std::size_t n = 0; n < stage.arguments.size(); ++n) {
    const int a = stage.arguments[n];
    const std::string type = kernel.arguments[n].has_shape() ? accessor(kernel.arguments[n]) : "";
    if (a < 0)
      text += fmt::format(",\n          nopal_dialect::{}{{{{nopal_base + {} * nopal_c.distance, nopal_c.stride_j, "
                          "nopal_c.stride_k}}}}",
                          type, -1 - a);
    else if (stencil.arguments[static_cast<std::size_t>(a)].has_shape())
      text += fmt::format(",\n          nopal_dialect::{0}{{{{nopal_a{1} + nopal_shapes.of[{1}].origin, "
                          "nopal_shapes.of[{1}].stride_j, nopal_shapes.of[{1}].stride_k}}}}",
                          type, a);
    else
      text += fmt::format(", nopal_a{}", a);
  }
  return text + ");\n      break;\n";
}

} // namespace

std::string cuda_stencil_source(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                                const std::vector<std::string>& texts) {
  const StencilLanguage language{PartLoop::points, "__device__ inline", DeviceDialect::cuda, "& ", ".",
                                 &cuda_parameters, &cuda_body,          &cuda_forward};
  std::string text = stencil_structs(stencil, true) + cuda_prelude(functions_with_texts(stencil, texts)), calls;
  for (std::size_t n = 0; n < stencil.stages.size(); ++n) {
    const JoinedKernel& stage = stencil.stages[n];
    const KernelDeclaration kernel = joined_kernel(stencil, stage, kernels);
    text += stage_functions(kernel, parse_kernel_text(texts[stage.kernel]), n, {}, language);
    calls += stage_call(stencil, stage, kernel, n);
  }
  return text +
         fmt::format("}}\n\nextern \"C\" __global__ void {}_{}_groups({})\n{{\n"
                     "  extern __shared__ __align__(16) unsigned char nopal_memory[];\n"
                     "  double* const nopal_scratch = reinterpret_cast<double*>(nopal_memory);\n"
                     "  const long nopal_tile = blockIdx.x;\n  if (nopal_tile >= nopal_c.n_tiles) return;\n"
                     "  const unsigned nopal_thread = threadIdx.x, nopal_threads = blockDim.x;\n",
                     stencil.thorn, stencil.name, entry_parameters(stencil)) +
         tile_begin("", "nopal_scratch") + calls_begin(PartLoop::points) + calls +
         "    }\n    __syncthreads();\n  }\n}\n";
}

} // namespace nopal
