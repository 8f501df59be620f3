#include "core/generator/emit_host.hpp"

#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"

#include <fmt/format.h>

namespace nopal::emit {

std::string host_body(const KernelDeclaration& kernel, const KernelText& text) {
  std::string types, arguments;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const std::string type = argument.has_shape() ? "nopal_type_" + argument.name : std::string(element_type(argument));
    if (argument.has_shape()) types += fmt::format("{}class {}", types.empty() ? "template <" : ", ", type);
    arguments += fmt::format(",\n    [[maybe_unused]] const {} {}", type, argument.name);
  }
  if (kernel.block)
    arguments += ",\n    [[maybe_unused]] const nopal::BlockThread& nopal_thread" +
                 shared_parameters(text, "nopal_shared_arrays&", "");
  return types + (types.empty() ? "" : ">\n") + "inline __attribute__((always_inline)) void nopal_body(" +
         given_parameters(kernel, "[[maybe_unused]] ", true) + arguments + ") {\n" +
         constants_text(kernel, "[[maybe_unused]] ") + begin_shared(kernel, text, ".", "nopal_thread.barrier->wait()") +
         body_text(kernel, text.body) + end_shared(kernel, text) + "}\n\n";
}

std::string host_call(const KernelDeclaration& kernel, const KernelText& text) {
  std::string call = "nopal_body(" + given_parameters(kernel, "", false);
  for (const ArgumentDeclaration& argument : kernel.arguments) call += ", " + argument.name;
  if (kernel.block) call += ", *nopal_block.thread" + shared_values(text, "*nopal_arrays");
  return call + ");";
}

std::string plain_arguments(const KernelDeclaration& kernel) {
  std::string text;
  int field = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.has_shape())
      text += fmt::format("  const {} {}{{nopal_launch.fields[{}]}};\n", accessor(argument), argument.name, field++);
  return text;
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
