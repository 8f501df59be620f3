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
std::string launch_pointers(const KernelDeclaration& kernel, LoopForm form) {
  const KernelDeclaration elements = elements_kernel(kernel, form);
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
    const std::string type = argument.name.starts_with("nopal_targets_") || argument.name == "nopal_plan"
                                 ? "const std::int32_t*"
                                 : pointer_type(argument);
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

// The member of LoopKernel.
std::string_view member(LoopForm form) {
  return form == LoopForm::gather ? "device" : form == LoopForm::atomics ? "atomics" : "staged";
}

// Adds the sums of an element to its targets.
std::string add_sums(const KernelDeclaration& kernel, std::string_view field) {
  std::string text;
  int number = 0;
  for (const AddedDat& dat : added_dats(kernel)) {
    for (const auto& [a, first] : dat.arguments) {
      const ArgumentDeclaration& argument = kernel.arguments[a];
      text += fmt::format("    for (int nopal_t = 0; nopal_t < {0}; ++nopal_t)\n"
                          "      for (int nopal_v = 0; nopal_v < {1}; ++nopal_v)\n"
                          "        nopal_add({2}nopal_added_{3} + (long)nopal_row_{4}[{5} + nopal_t] * {1} + nopal_v, "
                          "nopal_sum_{6}[nopal_t * {1} + nopal_v]);\n",
                          n_targets(kernel, argument), dat.components, field, number, argument.map,
                          std::max(argument.target, 0), argument.name);
    }
    ++number;
  }
  return text;
}

// Stores the sums of an element for the kernel that gathers them.
std::string store_sums(const KernelDeclaration& kernel, std::string_view field) {
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
  return text;
}

// The host version of a staged loop. One thread computes the whole block.
std::string staged_version(const KernelDeclaration& kernel) {
  std::string adding, storing;
  int number = 0;
  for (const AddedDat& dat : added_dats(kernel)) {
    for (const auto& [a, first] : dat.arguments)
      adding +=
          fmt::format("    nopal_staged.add<{}>({}, {}, {}, {}, nopal_e, nopal_sum_{});\n", dat.components, number,
                      dat.targets, first, n_targets(kernel, kernel.arguments[a]), kernel.arguments[a].name);
    storing += fmt::format("  nopal_staged.store<{0}>({1}, nopal_added_{1});\n", dat.components, number);
    ++number;
  }
  return fmt::format(
      R"(void {}({}) {{
  if (nopal_block.thread->index != nopal::Index{{0, 0, 0}}) return;
  const nopal::HostLaunch& nopal_launch = *nopal_block.launch;
{}  const long nopal_first = nopal_launch.integers[{}];
  StagedBlock nopal_staged(nopal_plan, nopal_first + nopal_block.block[0]);
  const nopal::HostLoop nopal_loop{{}};
  nopal::LoopChecker nopal_checker(nopal_loop_kernel, nopal_loop);
  for (long nopal_e = nopal_staged.first(); nopal_e < nopal_staged.end(); ++nopal_e) {{
{}{}    nopal_checker.begin(nopal_e);
    {}
    nopal_checker.end();
{}{}  }}
{}}}

)",
      checked_name(LoopForm::staged), checked_parameter(LoopForm::staged), launch_pointers(kernel, LoopForm::staged),
      std::ranges::count(kernel.arguments, ArgumentKind::integer, &ArgumentDeclaration::kind), element_rows(kernel),
      element_sums(kernel), loop_call(kernel, true), adding, store_element(kernel, LoopForm::staged, ""), storing);
}

} // namespace

std::vector<LoopForm> loop_forms(const KernelDeclaration& kernel) {
  if (added_dats(kernel).empty()) return {LoopForm::gather};
  return {LoopForm::gather, LoopForm::atomics, LoopForm::staged};
}

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

KernelDeclaration elements_kernel(const KernelDeclaration& kernel, LoopForm form) {
  KernelDeclaration elements = kernel;
  if (form != LoopForm::gather) elements.name += fmt::format("_{}", member(form));
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
  for (const AddedDat& dat : added_dats(kernel)) {
    const bool at_once = form != LoopForm::gather;
    add(fmt::format("nopal_{}_{}", at_once ? "added" : "sums", number++), dat.source,
        at_once ? Access::readwrite : Access::write, false);
  }
  if (form == LoopForm::staged) add("nopal_plan", kernel.loop->set, Access::read, true);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_total()) add("nopal_total_" + argument.name, argument.source, Access::write, argument.is_integer);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.kind == ArgumentKind::real || argument.kind == ArgumentKind::integer) {
      // A number of a loop may have a name that entries use, such as x.
      elements.arguments.push_back(argument);
      elements.arguments.back().name = "nopal_number_" + argument.name;
    }
  if (form == LoopForm::staged)
    elements.arguments.push_back({.name = "nopal_first", .source = "", .kind = ArgumentKind::integer});
  return elements;
}

std::string store_element(const KernelDeclaration& kernel, LoopForm form, std::string_view field) {
  std::string text = form == LoopForm::gather    ? store_sums(kernel, field)
                     : form == LoopForm::atomics ? add_sums(kernel, field)
                                                 : "";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_total()) text += fmt::format("    {0}nopal_total_{1}[nopal_e] = {1};\n", field, argument.name);
  return text;
}

std::string checked_name(LoopForm form) { return fmt::format("nopal_{}_checked", member(form)); }

std::string kernel_name(LoopForm form) { return fmt::format("nopal_{}_kernel", member(form)); }

std::string checked_parameter(LoopForm form) {
  return form == LoopForm::staged ? "const nopal::HostBlock& nopal_block" : "const nopal::HostLaunch& nopal_launch";
}

std::string elements_version(const KernelDeclaration& kernel, LoopForm form) {
  if (form == LoopForm::staged) return staged_version(kernel);
  return fmt::format(R"(void {}(const nopal::HostLaunch& nopal_launch) {{
{}  const nopal::HostLoop nopal_loop{{}};
  nopal::LoopChecker nopal_checker(nopal_loop_kernel, nopal_loop);
  over_elements(nopal_launch, [&]([[maybe_unused]] const long nopal_e) {{
{}{}    nopal_checker.begin(nopal_e);
    {}
    nopal_checker.end();
{}  }});
}}

)",
                     checked_name(form), launch_pointers(kernel, form), element_rows(kernel), element_sums(kernel),
                     loop_call(kernel, true), store_element(kernel, form, ""));
}

std::string elements_description(const KernelDeclaration& kernel, const std::string& file, LoopForm form) {
  const KernelDeclaration elements = elements_kernel(kernel, form);
  const KernelText text = parse_kernel_text(file);
  const auto source = [&](DeviceDialect dialect) {
    return raw_literal(resume_lines(elements_source(kernel, text, dialect, form), "generated"));
  };
  const std::string blocks =
      form != LoopForm::staged
          ? ""
          : fmt::format(
                "const nopal::KernelBlocks {0}_blocks{{\n    .threads = {{\"1\", \"1\", \"1\"}}, .points = {{}}, "
                ".region = nopal::Region::none, .anywhere = false, .shared = \"1\",\n    .shared_element = "
                "sizeof(double), .shared_bytes = 0, .plain = {1}, .checked = {1}, .launched = false, "
                ".prints = false}};\n\n",
                kernel_name(form), checked_name(form));
  return blocks +
         fmt::format("const nopal::KernelArgument {0}_arguments[] = {{\n{1}}};\n\n"
                     "const nopal::Kernel {0}{{\n    .thorn = {2}, .name = {3}, .arguments = {0}_arguments, "
                     ".n_arguments = {4},\n    .plain = nullptr, .checked = {5}, .recording = nullptr,\n    .opencl "
                     "=\n{6},\n    .cuda =\n{7},\n    .path = {8}, .recordable = false, .blocks = {10}, .text_hash = "
                     "{9},\n    .maths = {11}}};\n\n",
                     kernel_name(form), argument_list(elements.arguments), string_literal(kernel.thorn),
                     string_literal(elements.name), elements.arguments.size(),
                     blocks.empty() ? checked_name(form) : "nullptr", source(DeviceDialect::opencl),
                     source(DeviceDialect::cuda), string_literal(kernel.path), string_literal(text_hash(file)),
                     blocks.empty() ? "nullptr" : "&" + kernel_name(form) + "_blocks", maths_literal(text));
}

} // namespace nopal::emit
