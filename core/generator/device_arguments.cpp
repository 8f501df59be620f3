#include "core/generator/device_arguments.hpp"

#include "core/generator/emit.hpp"
#include "core/kernels/device_launch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

bool has_shape(const ArgumentDeclaration& argument) { return argument.is_field() || argument.is_array(); }

long n_shapes(const KernelDeclaration& kernel) {
  return std::count_if(kernel.arguments.begin(), kernel.arguments.end(), has_shape);
}

std::string pointer_type(const ArgumentDeclaration& argument) {
  return fmt::format("{}{}*", argument.access == Access::read ? "const " : "", element_type(argument));
}

int axes_of(const ArgumentDeclaration& argument) { return argument.is_field() ? 3 : argument.axes; }

} // namespace

std::string device_structs(const KernelDeclaration& kernel, DeviceDialect dialect) {
  std::string text = fmt::format("{}{}{}", launch_constants_text, field_shape_text, device_box_text);
  if (dialect == DeviceDialect::cuda && n_shapes(kernel) > 0)
    text += fmt::format("struct nopal_shape_list {{ nopal_shape of[{}]; }};\n", n_shapes(kernel));
  return text + "\n";
}

std::string entry_parameters(const KernelDeclaration& kernel, DeviceDialect dialect) {
  const bool opencl = dialect == DeviceDialect::opencl;
  const std::string_view space = opencl ? "global " : "", alone = opencl ? "restrict" : "__restrict__";
  std::string text = fmt::format("{}const struct nopal_launch_box* {} nopal_boxes,\n    const struct nopal_constants "
                                 "nopal_c",
                                 space, alone);
  if (n_shapes(kernel) > 0)
    text += opencl ? ",\n    constant struct nopal_shape* nopal_shapes" : ",\n    const nopal_shape_list nopal_shapes";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += has_shape(argument)
                ? fmt::format(",\n    {}{} {} nopal_field_{}", space, pointer_type(argument), alone, argument.name)
                : fmt::format(",\n    const {} {}", element_type(argument), argument.name);
  return text;
}

std::string shape_locals(const KernelDeclaration& kernel, DeviceDialect dialect) {
  std::string text;
  int number = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (has_shape(argument))
      text += fmt::format("  const long nopal_o_{0} = nopal_shapes{1}[{2}].origin, nopal_j_{0} = "
                          "nopal_shapes{1}[{2}].stride_j,\n             nopal_k_{0} = nopal_shapes{1}[{2}].stride_k;\n",
                          argument.name, dialect == DeviceDialect::cuda ? ".of" : "", number++);
  return text;
}

std::string opencl_body_parameters(const KernelDeclaration& kernel, std::string_view pointer_qualifier) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += has_shape(argument)
                ? fmt::format(",\n    global {0} {1}nopal_field_{2}, const long nopal_j_{2}, const long nopal_k_{2}",
                              pointer_type(argument), pointer_qualifier, argument.name)
                : fmt::format(",\n    const {} {}", element_type(argument), argument.name);
  return text;
}

std::string opencl_body_arguments(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += has_shape(argument)
                ? fmt::format(", nopal_field_{0} + nopal_o_{0}, nopal_j_{0}, nopal_k_{0}", argument.name)
                : ", " + argument.name;
  return text;
}

std::string opencl_begin_fields(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (!has_shape(argument)) continue;
    constexpr const char* forms[] = {
        "#define {0}(I) nopal_field_{0}[I]\n", "#define {0}(I, J) nopal_field_{0}[(I) + (J) * nopal_j_{0}]\n",
        "#define {0}(I, J, K) nopal_field_{0}[(I) + (J) * nopal_j_{0} + (K) * nopal_k_{0}]\n"};
    text += fmt::format(fmt::runtime(forms[axes_of(argument) - 1]), argument.name);
  }
  return text;
}

std::string opencl_end_fields(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (has_shape(argument)) text += fmt::format("#undef {}\n", argument.name);
  return text;
}

std::string cuda_body_arguments(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const std::string place = fmt::format("{{nopal_field_{0} + nopal_o_{0}, nopal_j_{0}, nopal_k_{0}}}", argument.name);
    if (argument.is_field())
      text += fmt::format(",\n    nopal_dialect::{}{}", accessor(argument), place);
    else if (argument.is_array())
      text += fmt::format(",\n    nopal_dialect::{}<{}, {}>{{{}}}", accessor(argument), element_type(argument),
                          argument.axes, place);
    else
      text += ", " + argument.name;
  }
  return text;
}

} // namespace nopal::emit
