#include "core/generator/emit.hpp"

#include "core/base/assert.hpp"
#include "core/generator/branches.hpp"
#include "core/generator/emit_blocks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nopal {

namespace {

std::string_view kind_name(ArgumentKind kind) {
  constexpr std::string_view names[] = {"field", "array", "real", "integer"};
  return names[static_cast<int>(kind)];
}

// The definition of `nopal_kernel`, which describes one kernel, in its namespace.
std::string description(const KernelDeclaration& kernel, const std::string& body) {
  std::string text = fmt::format("namespace nopal_dialect::{}_{} {{\n\n", kernel.thorn, kernel.name);
  text += "const nopal::KernelArgument nopal_arguments[] = {\n";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += fmt::format("    {{{}, {}, nopal::ArgumentKind::{}, nopal::Access::{}, {}, {}}},\n",
                        emit::quoted(argument.name), emit::quoted(argument.source), kind_name(argument.kind),
                        to_string(argument.access), argument.axes, argument.is_integer);
  if (kernel.arguments.empty()) text += "    {nullptr, nullptr, nopal::ArgumentKind::real},\n"; // C++ needs one here
  text += "};\n\n";
  const auto source = [](const std::string& device_source) {
    return emit::raw_literal(emit::resume_lines(device_source, "generated"));
  };
  std::vector<std::string> scalars;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.kind == ArgumentKind::integer && argument.source.find('@') != std::string::npos)
      scalars.push_back(argument.name);
  const Branches branches = find_branches(body, scalars);
  const bool blocks = kernel.block.has_value();
  const bool prints = emit::calls(parse_kernel_text(body), "printf"); // a recording would print dummy values
  text += fmt::format("extern const nopal::Kernel nopal_kernel{{{}, {}, nopal_arguments, {}, {},\n{},\n{},\n{},\n{}, "
                      "{}, {}}};\n\n}}\n\n",
                      emit::quoted(kernel.thorn), emit::quoted(kernel.name), kernel.arguments.size(),
                      blocks ? "nullptr, nullptr, nullptr" : "nopal_plain, nopal_checked, nopal_recording",
                      source(opencl_source(kernel, body)), source(cuda_source(kernel, body)), emit::quoted(kernel.path),
                      emit::quoted(fmt::format("{}", fmt::join(branches.places, ", "))),
                      !blocks && branches.recordable && !prints, blocks ? "&nopal_blocks" : "nullptr");
  return text;
}

} // namespace

std::string library_source(const ThornDeclaration& thorn, const std::vector<KernelDeclaration>& kernels,
                           const std::vector<std::string>& bodies) {
  NOPAL_ASSERT(kernels.size() == bodies.size());
  std::string text = fmt::format("// Generated from {}: do not edit.\n", thorn.path);
  text += "#include \"core/kernels/host_block.hpp\"\n#include \"core/kernels/host_kernel.hpp\"\n#include "
          "\"core/thorn/registration.hpp\"\n\n";
  for (std::size_t n = 0; n < kernels.size(); ++n)
    text += host_source(kernels[n], bodies[n]) + description(kernels[n], bodies[n]);

  std::string list;
  for (const KernelDeclaration& kernel : kernels)
    list += fmt::format("      &nopal_dialect::{}_{}::nopal_kernel,\n", kernel.thorn, kernel.name);
  text += fmt::format(R"(extern "C" __attribute__((visibility("default"))) const nopal::Plugin* nopal_plugin() {{
  static const nopal::Kernel* const kernels[] = {{
{}      nullptr}};
  const nopal::registration::Lists& lists = nopal::registration::lists();
  static const nopal::Plugin plugin{{
      nopal::abi_version,         "thorn",
      {},
      lists.functions.data(),     static_cast<int>(lists.functions.size()),
      lists.provided.data(),      static_cast<int>(lists.provided.size()),
      kernels,                    {},
      nullptr}};
  return &plugin;
}}
)",
                      list, emit::quoted(thorn.name), kernels.size());
  return emit::resume_lines(text, thorn.name + ".generated.cpp");
}

} // namespace nopal
