#include "core/generator/emit_lanes.hpp"

#include "core/generator/emit.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/generator/straight_body.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

/// Vectors of a loop beyond this number would fill much of the nearest cache.
constexpr int most_vectors = 128;

int targets_of(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  return argument.map < 0 ? 1 : n_targets(kernel, argument);
}

// The values of a dat, filled for the elements from nopal_at on.
std::string filled(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  const std::string& name = argument.name;
  if (adds(argument))
    return fmt::format("      LanesOfSums<{}, {}> nopal_lanes_{};\n", targets_of(kernel, argument), argument.components,
                       name);
  if (argument.map < 0)
    return fmt::format("      LanesOfElement<{0}> nopal_lanes_{1};\n"
                       "      nopal_lanes_{1}.load(nopal_dat_{1} + nopal_at * {0});\n",
                       argument.components, name);
  return fmt::format("      LanesOfTargets<{0}, {1}> nopal_lanes_{2};\n"
                     "      nopal_lanes_{2}.load(nopal_dat_{2}, nopal_four_{3} + {5}, {4});\n",
                     targets_of(kernel, argument), argument.components, name, argument.map, arity_of(kernel, argument),
                     std::max(argument.target, 0));
}

// The rows of the elements from nopal_at on.
std::string rows_of(const KernelDeclaration& kernel) {
  std::string text;
  for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m) {
    const int arity = kernel.loop->maps[m].second;
    text +=
        kernel.loop->by_rule[m]
            ? fmt::format("      std::int32_t nopal_copies_{0}[n_lanes * {1}];\n"
                          "      [[maybe_unused]] const std::int32_t* const nopal_four_{0} =\n"
                          "          nopal_map_{0}.rows<n_lanes>(nopal_at, nopal_copies_{0});\n",
                          m, arity)
            : fmt::format("      [[maybe_unused]] const std::int32_t* const nopal_four_{0} = nopal_map_{0}.targets + "
                          "nopal_at * {1};\n",
                          m, arity);
  }
  return text;
}

std::string call_of(const KernelDeclaration& kernel) {
  const auto value = [&](std::size_t n) -> std::string {
    const ArgumentDeclaration& argument = kernel.arguments[n];
    if (argument.is_dat())
      return fmt::format("LanesAt<{}Lanes, {}>{{nopal_lanes_{}.values}}",
                         argument.access == Access::read ? "const " : "", argument.components, argument.name);
    return (argument.kind == ArgumentKind::real ? "nopal_lanes_" : "") + argument.name;
  };
  const auto targets = [&](std::size_t m) { return std::to_string(kernel.loop->maps[m].second); };
  return "      nopal_lanes::" + body_call(kernel, value, targets) + "\n";
}

// Stores what the elements have computed. Each target gets the sums of the elements one after the other.
std::string stored(const KernelDeclaration& kernel) {
  std::string text, turns, additions;
  int totals = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const std::string& name = argument.name;
    if (argument.is_total())
      text +=
          fmt::format("      lanes::store(static_cast<double*>(nopal_totals[{}]) + (nopal_at - nopal_segment.first), "
                      "{}.lanes);\n",
                      totals++, name);
    if (!argument.is_dat() || argument.access == Access::read) continue;
    if (!adds(argument)) {
      text += fmt::format("      nopal_lanes_{0}.store(nopal_dat_{0} + nopal_at * {1});\n", name, argument.components);
      continue;
    }
    turns += fmt::format("      nopal_lanes_{}.turn();\n", name);
    additions += fmt::format(
        "        nopal_lanes_{0}.add(nopal_dat_{0}, nopal_lane, nopal_four_{1} + nopal_lane * {2} + {3});\n", name,
        argument.map, arity_of(kernel, argument), std::max(argument.target, 0));
  }
  if (additions.empty()) return text;
  return text + turns + "#pragma GCC unroll 4\n      for (int nopal_lane = 0; nopal_lane < n_lanes; ++nopal_lane) {\n" +
         additions + "      }\n";
}

} // namespace

bool has_lanes(const KernelDeclaration& kernel, const KernelText& text) {
  const auto& maps = kernel.loop->maps;
  if (maps.empty() || std::ranges::any_of(maps, [](const auto& map) { return map.second == 0; })) return false;
  int vectors = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if ((argument.is_dat() || argument.is_total()) && argument.is_integer) return false;
    if (argument.is_dat()) vectors += targets_of(kernel, argument) * argument.components;
  }
  return vectors <= most_vectors && is_straight(kernel, text);
}

std::string lanes_body(const KernelDeclaration& kernel, const KernelText& text) {
  const KernelText called{.functions = called_functions(text), .shared = {}, .body = text.body};
  // Where the body runs at one element, the compiler looks for these mistakes. Here it would see some where there are
  // none.
  return "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Warray-bounds\"\n"
         "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n#endif\n"
         "namespace nopal_lanes {\nusing real = Lanes;\n\n" +
         functions_text(kernel, called, "[[maybe_unused]] inline __attribute__((always_inline))") +
         loop_body(kernel, called, true) +
         "}\n#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic pop\n#endif\n\n";
}

std::string lanes_loop(const KernelDeclaration& kernel) {
  std::string numbers, values, totals;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.kind == ArgumentKind::real)
      numbers += fmt::format("    const Lanes nopal_lanes_{0} = {0};\n", argument.name);
    if (argument.is_total()) totals += fmt::format("      Lanes {} = {};\n", argument.name, start_of(argument));
    if (argument.is_dat()) values += filled(kernel, argument);
  }
  return fmt::format(
      "  if (nopal_segment.elements == nullptr) {{\n{}"
      "    for (; nopal_at + n_lanes <= nopal_segment.end; nopal_at += n_lanes) {{\n{}{}{}{}{}    }}\n  }}\n",
      numbers, rows_of(kernel), values, totals, call_of(kernel), stored(kernel));
}

} // namespace nopal::emit
