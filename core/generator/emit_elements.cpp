#include "core/generator/emit_elements.hpp"

#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/generator/emit_stencil.hpp"
#include "core/generator/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

// Pointers to the fields of the launch, and its numbers, with the names that loop_call() expects.
std::string launch_pointers(const KernelDeclaration& kernel) {
  const KernelDeclaration elements = elements_kernel(kernel);
  std::string text;
  for (const std::string_view name : loop_values())
    text += fmt::format("  [[maybe_unused]] const {} {} = nopal_launch.clock.{};\n",
                        name == "iteration" ? "long" : "double", name, name);
  int fields = 0, reals = 0, integers = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.kind == ArgumentKind::real)
      text += fmt::format("  const double {} = nopal_launch.reals[{}];\n", argument.name, reals++);
    if (argument.kind == ArgumentKind::integer)
      text += fmt::format("  const long {} = nopal_launch.integers[{}];\n", argument.name, integers++);
  }
  for (const ArgumentDeclaration& argument : elements.arguments) {
    if (!argument.is_array()) continue;
    const bool is_dat =
        std::ranges::find(kernel.arguments, argument.name, &ArgumentDeclaration::name) != kernel.arguments.end();
    const std::string type =
        argument.name.starts_with("nopal_targets_") ? "const std::int32_t*" : pointer_type(argument);
    text += fmt::format("  {0} const {1}{2} = static_cast<{0}>(nopal_launch.fields[{3}].origin);\n", type,
                        is_dat ? "nopal_dat_" : "", argument.name, fields++);
  }
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m)
    if (kernel.loop->by_rule[m])
      text += fmt::format("  MapRows<{0}> nopal_map_{1}(nopal_targets_{1});\n", kernel.loop->maps[m].second, m);
  return text;
}

// The rows of the maps at element nopal_e.
std::string element_rows(const KernelDeclaration& kernel) {
  std::string text;
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m) {
    const int arity = kernel.loop->maps[m].second;
    const std::string row = kernel.loop->by_rule[m] ? fmt::format("nopal_map_{}.at(nopal_e)", m)
                            : arity > 0             ? fmt::format("nopal_targets_{} + nopal_e * {}", m, arity)
                                                    : fmt::format("nopal_targets_{0} + nopal_offsets_{0}[nopal_e]", m);
    text += fmt::format("    [[maybe_unused]] const std::int32_t* const nopal_row_{0} = {1};\n"
                        "    [[maybe_unused]] const long nopal_n_{0} = {2};\n",
                        m, row,
                        arity > 0 ? std::to_string(arity)
                                  : fmt::format("nopal_offsets_{0}[nopal_e + 1] - nopal_offsets_{0}[nopal_e]", m));
  }
  return text;
}

} // namespace

std::vector<AddedDat> added_dats(const KernelDeclaration& kernel) {
  std::vector<AddedDat> dats;
  for (std::size_t a = 0; a < kernel.arguments.size(); ++a) {
    const ArgumentDeclaration& argument = kernel.arguments[a];
    if (!adds(argument)) continue;
    auto dat = std::ranges::find(dats, argument.source, &AddedDat::source);
    if (dat == dats.end())
      dat = dats.insert(dats.end(), {.source = argument.source, .components = argument.components});
    dat->arguments.emplace_back(a, dat->targets);
    dat->targets += n_targets(kernel, argument);
  }
  return dats;
}

KernelDeclaration elements_kernel(const KernelDeclaration& kernel) {
  KernelDeclaration elements = kernel;
  elements.loop.reset();
  elements.arguments.clear();
  const auto add = [&](std::string name, std::string source, Access access, bool is_integer) {
    elements.arguments.push_back({.name = std::move(name),
                                  .source = std::move(source),
                                  .kind = ArgumentKind::array,
                                  .access = access,
                                  .axes = 1,
                                  .is_integer = is_integer});
  };
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_dat() && !adds(argument)) add(argument.name, argument.source, argument.access, argument.is_integer);
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m) {
    const auto& [name, arity] = kernel.loop->maps[m];
    if (arity == 0) add(fmt::format("nopal_offsets_{}", m), name, Access::read, true);
    add(fmt::format("nopal_targets_{}", m), name, Access::read, true);
  }
  int number = 0;
  for (const AddedDat& dat : added_dats(kernel))
    add(fmt::format("nopal_sums_{}", number++), dat.source, Access::write, false);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_total()) add("nopal_total_" + argument.name, argument.source, Access::write, argument.is_integer);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.kind == ArgumentKind::real || argument.kind == ArgumentKind::integer) {
      // A number of a loop may have a name that entries use, such as x.
      elements.arguments.push_back(argument);
      elements.arguments.back().name = "nopal_number_" + argument.name;
    }
  return elements;
}

std::string store_element(const KernelDeclaration& kernel, std::string_view field) {
  std::string text;
  int number = 0;
  for (const AddedDat& dat : added_dats(kernel)) {
    for (const auto& [a, first] : dat.arguments)
      text += fmt::format("    for (int nopal_s = 0; nopal_s < {0}; ++nopal_s)\n"
                          "      {1}nopal_sums_{2}[nopal_e * {3} + {4} + nopal_s] = nopal_sum_{5}[nopal_s];\n",
                          n_sums(kernel, kernel.arguments[a]), field, number, dat.targets * dat.components,
                          first * dat.components, kernel.arguments[a].name);
    ++number;
  }
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_total()) text += fmt::format("    {0}nopal_total_{1}[nopal_e] = {1};\n", field, argument.name);
  return text;
}

std::string elements_version(const KernelDeclaration& kernel) {
  return fmt::format(R"(void nopal_device_checked(const nopal::HostLaunch& nopal_launch) {{
{}  const nopal::HostLoop nopal_loop{{}};
  nopal::LoopChecker nopal_checker(nopal_loop_kernel, nopal_loop);
  over_elements(nopal_launch, [&]([[maybe_unused]] const long nopal_e) {{
{}{}    nopal_checker.begin(nopal_e);
    {}
    nopal_checker.end();
{}  }});
}}

)",
                     launch_pointers(kernel), element_rows(kernel), element_sums(kernel), loop_call(kernel, true),
                     store_element(kernel, ""));
}

std::string elements_description(const KernelDeclaration& kernel, const std::string& file) {
  const KernelDeclaration elements = elements_kernel(kernel);
  const auto source = [](const std::string& text) { return raw_literal(resume_lines(text, "generated")); };
  return fmt::format("const nopal::KernelArgument nopal_device_arguments[] = {{\n{}}};\n\n"
                     "const nopal::Kernel nopal_device_kernel{{\n    .thorn = {}, .name = {}, .arguments = "
                     "nopal_device_arguments, .n_arguments = {},\n    .plain = nullptr, .checked = "
                     "nopal_device_checked, .recording = nullptr,\n    .opencl =\n{},\n    .cuda =\n{},\n    .path = "
                     "{}, .recordable = false, .text_hash = {}}};\n\n",
                     argument_list(elements.arguments), quoted(kernel.thorn), quoted(kernel.name),
                     elements.arguments.size(), source(opencl_source(kernel, file)), source(cuda_source(kernel, file)),
                     quoted(kernel.path), quoted(text_hash(file)));
}

} // namespace nopal::emit
