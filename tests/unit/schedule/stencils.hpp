#pragma once
// Thorns with one stencil, from which a schedule is built.

#include "world.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace nopal::test {

/// A thorn "a" with the temporaries s, t and other grid functions; p is an array, w a scalar. The stages are written
/// from line 13 on, each on a line of its own: "{kernel: f0, reads: [u], writes: [v]}".
inline std::string stencil_thorn(const std::vector<std::string>& stages, const std::string& more = "") {
  std::string text =
      "thorn: a\n"
      "description: d\n"
      "parameters: {below: {type: int, default: 4, description: d}, n: {type: int, default: 1, description: d}}\n"
      "splitters: {cloud: below}\n"
      "groups:\n"
      "  fields: {type: gf, variables: [u, v, x, y], timelevels: 2, description: d}\n"
      "  work: {type: gf, variables: [s, t], temporary: true, description: d}\n"
      "  one: {type: scalar, variables: [w], description: d}\n"
      "schedule:\n"
      "  - stencil: all\n"
      "    at: evol\n"
      "    stages:\n";
  for (const std::string& stage : stages) text += "      - " + stage + "\n";
  return text + more;
}

/// The errors of a schedule with this stencil.
inline std::string errors_of_stages(const std::vector<std::string>& stages) {
  return World({stencil_thorn(stages)}).errors();
}

inline const Routine& routine_of(const Schedule& schedule, const std::string& name) {
  for (const Routine& routine : schedule.routines())
    if (routine.name == name) return routine;
  throw std::out_of_range(name);
}

/// "<-1:2>", "nothing".
inline std::string computed(const Stencil& stencil, int stage) {
  const std::optional<Extent> extent = stencil.computed(stage);
  return extent ? extent->text() : "nothing";
}

/// "a <-1:2>, b <0>", of a list of extents of the variables of a phase.
template <class Extents> std::string named(const StencilPhase& phase, const Extents& extents) {
  std::string text;
  for (std::size_t v = 0; v < phase.slots.size(); ++v)
    if (const std::optional<Extent> extent = extents[v])
      text += (text.empty() ? "" : ", ") + phase.chain.variables[v].name + " " + extent->text();
  return text;
}

} // namespace nopal::test
