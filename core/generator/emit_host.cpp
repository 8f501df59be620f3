#include "core/generator/emit_host.hpp"

#include <fmt/format.h>

namespace nopal::emit {

std::string launch_values(const KernelDeclaration& kernel) {
  std::string text = R"(  const nopal::KernelGrid& nopal_grid = *nopal_launch.grid;
  const double dx = nopal_grid.spacing[0], dy = nopal_grid.spacing[1], dz = nopal_grid.spacing[2];
  const double dt = nopal_launch.clock.dt, time = nopal_launch.clock.time;
  const long iteration = nopal_launch.clock.iteration, dimension = nopal_grid.dimension;
)";
  int reals = 0, integers = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.kind == ArgumentKind::real)
      text += fmt::format("  const double {} = nopal_launch.reals[{}];\n", argument.name, reals++);
    if (argument.kind == ArgumentKind::integer)
      text += fmt::format("  const long {} = nopal_launch.integers[{}];\n", argument.name, integers++);
  }
  return text;
}

} // namespace nopal::emit
