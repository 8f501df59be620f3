#include "core/generator/emit_loop.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_elements.hpp"
#include "core/generator/emit_lanes.hpp"
#include "core/generator/emit_recording.hpp"
#include "core/generator/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

// The accessor of a dat at one element, for the plain version.
std::string accessor_of(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  const std::string_view type = type_of(argument);
  const std::string& name = argument.name;
  const bool reads = argument.access == Access::read;
  if (argument.map < 0)
    return fmt::format("OfElement{}<{}{}>{{nopal_dat_{} + nopal_e * {}}}",
                       argument.access == Access::write ? "Written" : "", reads ? "const " : "", type, name,
                       argument.components);
  if (reads && argument.target >= 0)
    return fmt::format("OfElement<const {}>{{nopal_dat_{} + static_cast<long>(nopal_row_{}[{}]) * {}}}", type, name,
                       argument.map, argument.target, argument.components);
  if (reads)
    return fmt::format("OfTargets<{}, {}>{{nopal_dat_{}, nopal_row_{}}}", type, argument.components, name,
                       argument.map);
  if (n_sums(kernel, argument) == 0)
    return fmt::format("AddedAtOnce<{}, {}>{{nopal_dat_{}, nopal_to_{}}}", type, argument.components, name,
                       argument.map);
  return fmt::format("AddedToTarget{}<{}{}>{{nopal_sum_{}}}", argument.target >= 0 ? "" : "s", type,
                     argument.target >= 0 ? "" : fmt::format(", {}", argument.components), name);
}

// The accessor of a dat for the bounds-checked version. `number`: of the argument.
std::string checked_accessor(const KernelDeclaration& kernel, const ArgumentDeclaration& argument, std::size_t number) {
  const std::string plain = accessor_of(kernel, argument);
  if (argument.map < 0 && argument.access == Access::write)
    return fmt::format("CheckedWritten<Assigned<{0}>, {0}>{{&nopal_checker, {1}, nopal_dat_{2} + nopal_e * {3}}}",
                       type_of(argument), number, argument.name, argument.components);
  const std::string targets = argument.map < 0 || argument.target >= 0 ? "1" : fmt::format("nopal_n_{}", argument.map);
  return fmt::format("CheckedAccess{{&nopal_checker, {}, {}, {}}}", number, targets, plain);
}

// What a launch gives: dats, maps, numbers.
std::string launch_values_of(const KernelDeclaration& kernel) {
  std::string text = loop_numbers(kernel);
  int dats = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_dat())
      text += fmt::format("  {0}{1}* const nopal_dat_{2} = static_cast<{1}*>(nopal_loop.dats[{3}].values);\n",
                          argument.access == Access::read ? "const " : "", type_of(argument), argument.name, dats++);
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m) {
    text += kernel.loop->by_rule[m]
                ? fmt::format("  MapRows<{}> nopal_map_{}(nopal_loop.maps[{}]);\n", kernel.loop->maps[m].second, m, m)
                : fmt::format("  const nopal::HostMap nopal_map_{0} = nopal_loop.maps[{0}];\n", m);
    text += fmt::format("  const std::int32_t* const nopal_rows_{0} =\n"
                        "      nopal_segment.rows == nullptr ? nullptr : nopal_segment.rows[{0}];\n",
                        m);
  }
  return text;
}

// The rows of the maps at element nopal_e, and the sums of this element.
std::string element_values(const KernelDeclaration& kernel) {
  std::string text;
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m) {
    const int arity = kernel.loop->maps[m].second;
    const std::string row = kernel.loop->by_rule[m] ? "at(nopal_e)"
                            : arity > 0             ? fmt::format("targets + nopal_e * {}", arity)
                                                    : fmt::format("targets + nopal_map_{}.offsets[nopal_e]", m);
    text +=
        fmt::format("    [[maybe_unused]] const std::int32_t* const nopal_row_{0} = nopal_map_{0}.{1};\n"
                    "    [[maybe_unused]] const long nopal_n_{0} = {2};\n",
                    m, row,
                    arity > 0 ? std::to_string(arity)
                              : fmt::format("nopal_map_{0}.offsets[nopal_e + 1] - nopal_map_{0}.offsets[nopal_e]", m));
    if (arity > 0)
      text += fmt::format("    [[maybe_unused]] const std::int32_t* const nopal_to_{0} =\n"
                          "        nopal_rows_{0} == nullptr ? nopal_row_{0} : nopal_rows_{0} + nopal_at * {1};\n",
                          m, arity);
    else
      text += fmt::format("    [[maybe_unused]] const std::int32_t* const nopal_to_{0} =\n"
                          "        nopal_rows_{0} == nullptr ? nopal_row_{0} : nopal_rows_{0} + "
                          "nopal_segment.starts[{0}][nopal_at];\n",
                          m);
  }
  return text + element_sums(kernel);
}

// Adds the sums of an element to its targets, and keeps what it gives to the totals.
std::string after_body(const KernelDeclaration& kernel) {
  std::string text;
  int totals = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.is_total())
      text += fmt::format("    static_cast<{}*>(nopal_totals[{}])[nopal_at - nopal_segment.first] = {};\n",
                          type_of(argument), totals++, argument.name);
    if (!adds(argument) || n_sums(kernel, argument) == 0) continue;
    const int first = std::max(argument.target, 0), end = argument.target >= 0 ? first + 1 : arity_of(kernel, argument);
    for (int t = first; t < end; ++t)
      text += fmt::format("    add_sums<{0}>(nopal_dat_{1}, nopal_to_{2}[{3}], nopal_sum_{1} + {4});\n",
                          argument.components, argument.name, argument.map, t, (t - first) * argument.components);
  }
  return text;
}

// The forms in which the loop runs on devices.
std::vector<LoopForm> forms_on_device(const KernelDeclaration& kernel) {
  return kernel.loop->only_on_host.empty() ? loop_forms(kernel) : std::vector<LoopForm>{};
}

// A function that begins with `head`, its type and name. `first_elements`: a loop over the first elements, from
// nopal_at on.
std::string version(const KernelDeclaration& kernel, std::string_view head, bool checked,
                    const std::string& first_elements) {
  return fmt::format(
      R"({}(const nopal::HostLoop& nopal_loop, const nopal::LoopSegment& nopal_segment,
    [[maybe_unused]] void* const* nopal_totals) {{
{}{}  long nopal_at = nopal_segment.first;
{}  for (; nopal_at < nopal_segment.end; ++nopal_at) {{
    [[maybe_unused]] const long nopal_e = nopal_segment.elements == nullptr ? nopal_at : nopal_segment.elements[nopal_at];
{}{}    {}
{}{}  }}
}}

)",
      head, launch_values_of(kernel),
      checked ? "  nopal::LoopChecker nopal_checker(nopal_loop_kernel, nopal_loop);\n" : "", first_elements,
      element_values(kernel), checked ? "    nopal_checker.begin(nopal_e);\n" : "", loop_call(kernel, checked),
      checked ? "    nopal_checker.end();\n" : "", after_body(kernel));
}

} // namespace

int arity_of(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  return kernel.loop->maps[static_cast<std::size_t>(argument.map)].second;
}

bool adds(const ArgumentDeclaration& argument) { return argument.is_dat() && argument.access == Access::increment; }

int n_targets(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  return argument.target >= 0 ? 1 : arity_of(kernel, argument);
}

int n_sums(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  return n_targets(kernel, argument) * argument.components;
}

std::string_view type_of(const ArgumentDeclaration& argument) { return argument.is_integer ? "long" : "double"; }

std::string start_of(const ArgumentDeclaration& total) {
  const std::string_view type = type_of(total);
  if (total.access == Access::increment) return fmt::format("nothing<{}>", type);
  const bool least = total.access == Access::minimum;
  if (total.is_integer) return fmt::format("std::numeric_limits<long>::{}()", least ? "max" : "min");
  return fmt::format("{}std::numeric_limits<double>::infinity()", least ? "" : "-");
}

std::string loop_numbers(const KernelDeclaration& kernel) {
  std::string text;
  for (const std::string_view name : loop_values())
    text += fmt::format("  [[maybe_unused]] const {} {} = nopal_loop.clock.{};\n",
                        name == "iteration" ? "long" : "double", name, name);
  int reals = 0, integers = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.kind == ArgumentKind::real)
      text += fmt::format("  const double {} = nopal_loop.reals[{}];\n", argument.name, reals++);
    if (argument.kind == ArgumentKind::integer)
      text += fmt::format("  const long {} = nopal_loop.integers[{}];\n", argument.name, integers++);
  }
  return text;
}

std::string element_totals(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_total())
      text += fmt::format("    {} {} = {};\n", type_of(argument), argument.name, start_of(argument));
  return text;
}

std::string element_sums(const KernelDeclaration& kernel) {
  std::string text = element_totals(kernel);
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (!adds(argument) || n_sums(kernel, argument) == 0) continue;
    text += fmt::format("    {} nopal_sum_{}[{}];\n"
                        "    for (int nopal_s = 0; nopal_s < {}; ++nopal_s) nopal_sum_{}[nopal_s] = nothing<{}>;\n",
                        type_of(argument), argument.name, n_sums(kernel, argument), n_sums(kernel, argument),
                        argument.name, type_of(argument));
  }
  return text;
}

std::string body_call(const KernelDeclaration& kernel, const std::function<std::string(std::size_t)>& value,
                      const std::function<std::string(std::size_t)>& targets) {
  std::string call = "nopal_body(dt, time, iteration";
  for (std::size_t n = 0; n < kernel.arguments.size(); ++n) call += ", " + value(n);
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m) call += fmt::format(", Targets{{{}}}", targets(m));
  return call + ");";
}

std::string loop_call(const KernelDeclaration& kernel, bool checked) {
  const auto value = [&](std::size_t n) {
    const ArgumentDeclaration& argument = kernel.arguments[n];
    if (!argument.is_dat()) return argument.name;
    return checked ? checked_accessor(kernel, argument, n) : accessor_of(kernel, argument);
  };
  return body_call(kernel, value, [](std::size_t m) { return fmt::format("nopal_n_{}", m); });
}

std::string loop_body(const KernelDeclaration& kernel, const KernelText& text, bool for_lanes) {
  std::string types, arguments;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.is_dat()) {
      types += fmt::format("{}class nopal_type_{}", types.empty() ? "template <" : ", ", argument.name);
      arguments += fmt::format(",\n    [[maybe_unused]] const nopal_type_{0} {0}", argument.name);
    } else {
      arguments += fmt::format(",\n    [[maybe_unused]] {}{} {}", argument.is_total() ? "" : "const ",
                               argument.kind == ArgumentKind::integer || argument.is_integer ? "long"
                               : for_lanes                                                   ? "Lanes"
                                                                                             : "double",
                               (argument.is_total() ? "&" : "") + argument.name);
    }
  }
  for (const auto& [name, arity] : kernel.loop->maps)
    arguments += fmt::format(",\n    [[maybe_unused]] const Targets {}", split_name(name).name);
  return types + (types.empty() ? "" : ">\n") +
         "inline __attribute__((always_inline)) void nopal_body([[maybe_unused]] const double dt, "
         "[[maybe_unused]] const double time, [[maybe_unused]] const long iteration" +
         arguments + ") {\n" + constants_text(kernel, "[[maybe_unused]] ") + (for_lanes ? "" : begin_body(text)) +
         body_text(kernel.path, text.body) + std::string(for_lanes ? "" : end_warnings) + "}\n\n";
}

HostVersions host_loop_versions(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText text = parse_kernel_text(file);
  const bool lanes = has_lanes(kernel, text);
  std::string declarations, versions;
  for (const LoopForm form : forms_on_device(kernel)) {
    declarations += fmt::format("void {}({});\n", checked_name(form), checked_parameter(form));
    versions += elements_version(kernel, form);
  }
  return {std::string("void nopal_checked(const nopal::HostLoop& nopal_loop, const nopal::LoopSegment& nopal_segment,\n"
                      "    void* const* nopal_totals);\n") +
              declarations,
          version(kernel, "void nopal_checked", true, "") + versions,
          (lanes ? lanes_body(kernel, text) : "") +
              version(kernel, "NOPAL_CLONES void nopal_elements", false, lanes ? lanes_loop(kernel) : "") +
              "void nopal_plain(const nopal::HostLoop& nopal_loop, const nopal::LoopSegment& nopal_segment,\n"
              "    void* const* nopal_totals) {\n  nopal_elements(nopal_loop, nopal_segment, nopal_totals);\n}\n\n" +
              recording_loop(kernel, file)};
}

std::string loop_description(const KernelDeclaration& kernel, const std::string& file) {
  std::string text = fmt::format("namespace nopal_dialect::{}_{} {{\n\n", kernel.thorn, kernel.name);
  text += "const nopal::LoopArgument nopal_arguments[] = {\n";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text +=
        fmt::format("    {{{}, {}, nopal::ArgumentKind::{}, nopal::Access::{}, {}, {}, {}, {}, {}, {}}},\n",
                    string_literal(argument.name), string_literal(argument.source), kind_name(argument.kind),
                    to_string(argument.access), argument.is_integer, argument.components, argument.map, argument.target,
                    argument.from.has_value(), argument.from ? fmt::format("{:a}", *argument.from) : "0");
  text += "};\n\nconst nopal::LoopMap nopal_maps[] = {\n";
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m)
    text += fmt::format("    {{{}, {}, {}}},\n", string_literal(kernel.loop->maps[m].first),
                        kernel.loop->maps[m].second, static_cast<bool>(kernel.loop->by_rule[m]));
  text += "    {nullptr, 0, false}};\n\n"; // C++ has no empty arrays
  text += loop_text(kernel, file);
  const std::vector<LoopForm> forms = forms_on_device(kernel);
  for (const LoopForm form : forms) text += elements_description(kernel, file, form);
  const auto pointer = [&](LoopForm form) {
    return std::ranges::count(forms, form) > 0 ? "&" + kernel_name(form) : std::string("nullptr");
  };
  text += fmt::format("extern const nopal::LoopKernel nopal_loop_kernel{{{}, {}, {}, nopal_arguments, {}, nopal_maps, "
                      "{},\n    nopal_plain, nopal_checked, {}, {}, {}, &nopal_text, {}, {}}};\n\n}}\n\n",
                      string_literal(kernel.thorn), string_literal(kernel.name), string_literal(kernel.loop->set),
                      kernel.arguments.size(), kernel.loop->maps.size(), string_literal(kernel.path),
                      string_literal(text_hash(file)), pointer(LoopForm::gather), pointer(LoopForm::atomics),
                      pointer(LoopForm::staged));
  return text;
}

} // namespace nopal::emit
