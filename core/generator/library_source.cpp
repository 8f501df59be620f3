#include "core/generator/emit.hpp"

#include "core/base/assert.hpp"
#include "core/generator/accesses.hpp"
#include "core/generator/branches.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_functions.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/generator/emit_stencil.hpp"
#include "core/generator/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

std::string region_text(Region region) {
  return fmt::format("static_cast<nopal::Region>({})", static_cast<int>(region));
}

// "true, {{-1, -1, 0}, {1, 1, 0}}": two members of a KernelArgument.
std::string extent_members(const std::optional<Extent>& extent) {
  if (!extent) return "false, {}";
  return fmt::format("true, {{{{{}}}, {{{}}}}}", fmt::join(extent->lower, ", "), fmt::join(extent->upper, ", "));
}

// The definition of `nopal_accesses`. `n`: their number.
std::string access_list(const KernelDeclaration& kernel, const KernelText& file, std::size_t& n) {
  if (kernel.block) return "";
  const std::vector<TextAccess> accesses = text_accesses(kernel, file);
  n = accesses.size();
  if (n == 0) return "";
  std::string text = "const nopal::KernelAccess nopal_accesses[] = {\n";
  const auto index = [](const Index& of) { return fmt::format("{{{}}}", fmt::join(of, ", ")); };
  for (const TextAccess& access : accesses)
    text += fmt::format("    {{{}, {}, {}, {}, {}, {}, {{{}, {}, {}}}, {}, {}}},\n", access.field, access.where.line,
                        access.where.column, emit::string_literal(emit::on_one_line(access.indices)), access.is_known,
                        index(access.offset), index(access.normals[0]), index(access.normals[1]),
                        index(access.normals[2]), access.reads, access.writes);
  return text + "};\n\n";
}

// The definition of `nopal_kernel`, which describes one kernel, in its namespace.
std::string description(const KernelDeclaration& kernel, const std::string& body) {
  std::string text = fmt::format("namespace nopal_dialect::{}_{} {{\n\n", kernel.thorn, kernel.name);
  text += "const nopal::KernelArgument nopal_arguments[] = {\n" + emit::argument_list(kernel.arguments) + "};\n\n";
  const auto source = [](const std::string& device_source) {
    return emit::raw_literal(emit::resume_lines(device_source, "generated"));
  };
  std::vector<std::string> fields, scalars;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field())
      fields.push_back(argument.name);
    else if (argument.kind == ArgumentKind::integer && argument.source.find('@') != std::string::npos)
      scalars.push_back(argument.name);
  const Branches branches = find_branches(std::string(own_text(body)), fields, scalars);
  // Shared functions have no fields, so that their branches hide no access. But a loop in them may never end.
  const bool functions_end = find_branches(std::string(shared_functions(body)), {}, {}).recordable;
  const bool blocks = kernel.block.has_value();
  std::size_t n_accesses = 0;
  const KernelText parsed = parse_kernel_text(body);
  text += access_list(kernel, parsed, n_accesses);
  const bool prints = emit::calls(parsed, "printf"); // a recording would print dummy values
  text += fmt::format("extern const nopal::Kernel nopal_kernel{{{}, {}, nopal_arguments, {}, {},\n{},\n{},\n{},\n{}, "
                      "{}, {}, nopal::VerticalOrder::{}, {}, {}, {}, {}, {}}};\n\n}}\n\n",
                      emit::string_literal(kernel.thorn), emit::string_literal(kernel.name), kernel.arguments.size(),
                      blocks ? "nullptr, nullptr, nullptr" : "nopal_plain, nopal_checked, nopal_recording",
                      source(opencl_source(kernel, body)), source(cuda_source(kernel, body)),
                      emit::string_literal(kernel.path),
                      emit::string_literal(fmt::format("{}", fmt::join(branches.places, ", "))),
                      !blocks && branches.recordable && functions_end && !prints, blocks ? "&nopal_blocks" : "nullptr",
                      emit::order_name(kernel.order), kernel.of_stage, emit::string_literal(text_hash(body)),
                      n_accesses > 0 ? "nopal_accesses" : "nullptr", n_accesses, emit::maths_literal(parsed));
  return text;
}

// A small thorn compiles faster without the headers that it does not use.
std::string includes(const std::vector<KernelDeclaration>& kernels, bool has_stencils) {
  const bool has_blocks = std::ranges::any_of(kernels, [](const auto& kernel) { return kernel.block.has_value(); });
  const bool has_loops = std::ranges::any_of(kernels, [](const auto& kernel) { return kernel.loop.has_value(); });
  std::string text = "#include \"core/kernels/host_kernel.hpp\"\n";
  if (has_blocks) text += "#include \"core/kernels/host_block.hpp\"\n";
  if (has_loops) text += "#include \"core/kernels/host_loop.hpp\"\n";
  if (has_stencils) text += "#include \"core/kernels/stencil_kernel.hpp\"\n";
  return text + "#include \"core/thorn/registration.hpp\"\n"
                "#ifdef NOPAL_CHECKED_VERSIONS\n#include \"core/kernels/fault_handlers.hpp\"\n#endif\n\n";
}

} // namespace

std::string emit::argument_list(const std::vector<ArgumentDeclaration>& arguments) {
  if (arguments.empty()) return "    {nullptr, nullptr, nopal::ArgumentKind::real},\n"; // C++ needs one here
  std::string text;
  for (const ArgumentDeclaration& argument : arguments)
    text += fmt::format("    {{{}, {}, nopal::ArgumentKind::{}, nopal::Access::{}, {}, {}, {}, {}, {}, {}}},\n",
                        string_literal(argument.name), string_literal(argument.source), kind_name(argument.kind),
                        to_string(argument.access), argument.axes, argument.is_integer, extent_members(argument.extent),
                        argument.is_guarded, region_text(argument.reads), region_text(argument.writes));
  return text;
}

std::string library_source(const ThornDeclaration& thorn, const std::vector<KernelDeclaration>& kernels,
                           const std::vector<std::string>& bodies, const std::vector<StencilDeclaration>& stencils) {
  NOPAL_ASSERT(kernels.size() == bodies.size());
  std::string text = fmt::format("// Generated from {}: do not edit.\n", thorn.path);
  text += includes(kernels, !stencils.empty());
  // These warnings of clang are about the generated text, not about the kernel: bodies stand between `#define int long`
  // and `#undef int`, a loop need not be vectorised, and texts are long.
  text += "#ifdef __clang__\n";
  for (const char* warning : {"keyword-macro", "pass-failed", "overlength-strings"})
    text += fmt::format("#pragma clang diagnostic ignored \"-W{}\"\n", warning);
  text += "#endif\n\n";
  for (std::size_t n = 0; n < kernels.size(); ++n) text += host_source(kernels[n], bodies[n]);
  text += "#ifndef NOPAL_CHECKED_VERSIONS\n\n";
  for (std::size_t n = 0; n < kernels.size(); ++n)
    text += kernels[n].loop ? emit::loop_description(kernels[n], bodies[n]) : description(kernels[n], bodies[n]);
  for (const StencilDeclaration& stencil : stencils)
    text += emit::stencil_description(stencil, kernels, bodies, thorn.path);

  std::string list, stencil_list, loop_list;
  for (const KernelDeclaration& kernel : kernels)
    (kernel.loop ? loop_list : list) += fmt::format("      &nopal_dialect::{}_{}::nopal_{}kernel,\n", kernel.thorn,
                                                    kernel.name, kernel.loop ? "loop_" : "");
  const auto n_loops =
      std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) { return kernel.loop.has_value(); });
  for (const StencilDeclaration& stencil : stencils)
    stencil_list += fmt::format("      &{},\n", emit::stencil_name(stencil));
  text += fmt::format(R"(extern "C" __attribute__((visibility("default"))) const nopal::Plugin* nopal_plugin() {{
  static const nopal::Kernel* const kernels[] = {{
{}      nullptr}};
  static const nopal::StencilKernel* const stencils[] = {{
{}      nullptr}};
  static const nopal::LoopKernel* const loops[] = {{
{}      nullptr}};
  const nopal::registration::Lists& lists = nopal::registration::lists();
  static const nopal::Plugin plugin{{
      nopal::abi_version,         "thorn",
      {},
      lists.functions.data(),     static_cast<int>(lists.functions.size()),
      lists.provided.data(),      static_cast<int>(lists.provided.size()),
      kernels,                    {},
      nullptr,                    nullptr,
      stencils,                   {},
{},
      loops,                      {},
      lists.meshes.data(),        static_cast<int>(lists.meshes.size())}};
  return &plugin;
}}

#endif
)",
                      list, stencil_list, loop_list, emit::string_literal(thorn.name), std::ssize(kernels) - n_loops,
                      stencils.size(), emit::raw_literal(fingerprint(thorn, kernels)), n_loops);
  return emit::resume_lines(text, thorn.name + ".generated.cpp");
}

} // namespace nopal
