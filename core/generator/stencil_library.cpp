#include "core/generator/emit.hpp"
#include "core/generator/emit_stencil.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nopal::emit {

std::string stencil_name(const StencilDeclaration& stencil) {
  return fmt::format("nopal_dialect::{}_{}_stencil::nopal_stencil", stencil.thorn, stencil.name);
}

std::string stencil_description(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                                const std::vector<std::string>& texts, const std::string& path) {
  std::string text = fmt::format("namespace nopal_dialect::{}_{}_stencil {{\n\n", stencil.thorn, stencil.name), stages;
  for (std::size_t n = 0; n < stencil.stages.size(); ++n) {
    const JoinedKernel& stage = stencil.stages[n];
    text += fmt::format("const int nopal_arguments_{}[] = {{{}}};\n", n, fmt::join(stage.arguments, ", "));
    stages += fmt::format("    {{&nopal_dialect::{}_{}::nopal_kernel, nopal_arguments_{}}},\n", stencil.thorn,
                          kernels[stage.kernel].name, n);
  }
  const PhasesText rows = rows_text(stencil, kernels, texts), columns = columns_text(stencil, kernels, texts);
  const auto source = [](const std::string& device_source) {
    return raw_literal(resume_lines(device_source, "generated"));
  };
  return text + "const nopal::StageSource nopal_stages[] = {\n" + stages +
         "};\nconst nopal::KernelArgument nopal_arguments[] = {\n" + argument_list(stencil.arguments) + "};\n\n" +
         rows.text + columns.text +
         fmt::format("extern const nopal::StencilKernel nopal_stencil{{{}, {}, nopal_stages, {}, "
                     "nopal_arguments, {}, {},\n{},\n{},\n{},\n{}, {}, {}, {}, {}}};\n\n}}\n\n",
                     string_literal(stencil.thorn), string_literal(stencil.name), stencil.stages.size(),
                     stencil.arguments.size(), stencil.temporaries.size(),
                     source(opencl_stencil_source(stencil, kernels, texts, false)),
                     source(opencl_stencil_source(stencil, kernels, texts, true)),
                     source(cuda_stencil_source(stencil, kernels, texts)), string_literal(path),
                     rows.phases > 0 ? "nopal_rows" : "nullptr", rows.phases,
                     columns.phases > 0 ? "nopal_columns" : "nullptr", columns.phases);
}

} // namespace nopal::emit
