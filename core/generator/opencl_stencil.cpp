#include "core/generator/emit.hpp"
#include "core/generator/emit_device.hpp"
#include "core/generator/emit_functions.hpp"
#include "core/generator/emit_stencil.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

using namespace emit;

namespace {

std::string opencl_forward(const ArgumentDeclaration& argument) {
  return argument.has_shape() ? fmt::format("nopal_field_{0}, nopal_j_{0}, nopal_k_{0}", argument.name) : argument.name;
}

std::string entry_parameters(const StencilDeclaration& stencil, bool groups) {
  std::string text = "global const struct nopal_tile_call* restrict nopal_calls,\n    const struct "
                     "nopal_tile_constants nopal_c";
  if (std::ranges::any_of(stencil.arguments, &ArgumentDeclaration::has_shape))
    text += ",\n    constant struct nopal_shape* nopal_shapes";
  if (!groups) text += ",\n    global double* nopal_scratch";
  // Two bound names may stand for one field, so the pointers are not restricted here.
  for (std::size_t n = 0; n < stencil.arguments.size(); ++n) {
    const ArgumentDeclaration& argument = stencil.arguments[n];
    text += argument.has_shape() ? fmt::format(",\n    global {} nopal_a{}", pointer_type(argument), n)
                                 : fmt::format(",\n    const {} nopal_a{}", element_type(argument), n);
  }
  return text + (groups ? ",\n    local double* nopal_scratch" : "");
}

std::string stage_call(const StencilDeclaration& stencil, const JoinedKernel& stage, std::size_t number) {
  std::string text = fmt::format("    case {0}:\n      nopal_stage_{0}(&nopal_p, &nopal_c", number);
  for (const int a : stage.arguments) {
    if (a < 0)
      text += fmt::format(", nopal_base + {} * nopal_c.distance, nopal_c.stride_j, nopal_c.stride_k", -1 - a);
    else if (stencil.arguments[static_cast<std::size_t>(a)].has_shape())
      text += fmt::format(", nopal_a{0} + nopal_shapes[{0}].origin, nopal_shapes[{0}].stride_j, "
                          "nopal_shapes[{0}].stride_k",
                          a);
    else
      text += fmt::format(", nopal_a{}", a);
  }
  return text + ");\n      break;\n";
}

} // namespace

std::string opencl_stencil_source(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                                  const std::vector<std::string>& texts, bool groups) {
  const StencilLanguage language{groups ? PartLoop::points : PartLoop::rows,
                                 "static",
                                 DeviceDialect::opencl,
                                 "* const ",
                                 "->",
                                 &opencl_parameters,
                                 &opencl_body,
                                 &opencl_forward};
  const std::string_view space = groups ? "local " : "global ";
  std::string text = opencl_prelude(functions_with_texts(stencil, texts)) + stencil_structs(stencil, false) +
                     fmt::format("#define NOPAL_SCRATCH {}\n\n", space),
              calls;
  for (std::size_t n = 0; n < stencil.stages.size(); ++n) {
    const JoinedKernel& stage = stencil.stages[n];
    text += stage_functions(joined_kernel(stencil, stage, kernels), parse_kernel_text(texts[stage.kernel]), n,
                            stage.fetched, language);
    calls += stage_call(stencil, stage, n);
  }
  text += fmt::format("kernel void {}_{}_{}({})\n{{\n", stencil.thorn, stencil.name, groups ? "groups" : "tiles",
                      entry_parameters(stencil, groups));
  if (groups)
    return text + "  const long nopal_tile = (long)get_group_id(0);\n  if (nopal_tile >= nopal_c.n_tiles) return;\n" +
           "  const unsigned nopal_thread = (unsigned)get_local_id(0), nopal_threads = (unsigned)get_local_size(0);\n" +
           tile_begin(space, "nopal_scratch") + calls_begin(PartLoop::points) + calls +
           "    }\n    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n  }\n}\n";
  return text +
         "  const long nopal_group = (long)get_group_id(0), nopal_groups = (long)get_num_groups(0);\n"
         "  const long nopal_last = nopal_c.n_tiles * (nopal_group + 1) / nopal_groups;\n"
         "  for (long nopal_tile = nopal_c.n_tiles * nopal_group / nopal_groups; nopal_tile < nopal_last; "
         "++nopal_tile) {\n" +
         tile_begin(space, "nopal_scratch + nopal_group * nopal_c.slice") + calls_begin(PartLoop::rows) + calls +
         "    }\n  }\n  }\n}\n";
}

} // namespace nopal
