#include "core/generator/emit_host.hpp"

#include "core/generator/emit.hpp"

#include <fmt/format.h>

namespace nopal::emit {

std::string plain_field(const ArgumentDeclaration& argument, int field) {
  return fmt::format("  const {0} {1}{{static_cast<double*>(nopal_launch.fields[{2}].origin), "
                     "nopal_launch.fields[{2}].stride[1],\n      nopal_launch.fields[{2}].stride[2]}};\n",
                     accessor(argument), argument.name, field);
}

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
