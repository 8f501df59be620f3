#include "core/generator/emit_device.hpp"

#include "core/generator/emit.hpp"
#include "core/kernel_text/written_text.hpp"
#include "core/kernels/device_checks.hpp"
#include "core/kernels/device_conversions.hpp"
#include "core/kernels/device_launch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

std::string pointer_type(const ArgumentDeclaration& argument) {
  return fmt::format("{}{}*", argument.access == Access::read ? "const " : "", element_type(argument));
}

std::string device_structs(const KernelDeclaration& kernel, DeviceDialect dialect) {
  const long n_shapes = std::ranges::count(kernel.arguments, true, &ArgumentDeclaration::has_shape);
  std::string text = fmt::format("{}{}{}{}", launch_constants_text, field_shape_text, device_box_text,
                                 has_guards(kernel) ? guard_bounds_text : "");
  if (dialect == DeviceDialect::cuda && n_shapes > 0)
    text += fmt::format("struct nopal_shape_list {{ nopal_shape of[{}]; }};\n", n_shapes);
  return text + "\n";
}

std::string entry_parameters(const KernelDeclaration& kernel, DeviceDialect dialect) {
  const bool opencl = dialect == DeviceDialect::opencl;
  const std::string_view space = opencl ? "global " : "", alone = opencl ? "restrict" : "__restrict__";
  std::string text = fmt::format("{}const struct nopal_launch_box* {} nopal_boxes,\n    const struct nopal_constants "
                                 "nopal_c",
                                 space, alone);
  if (std::ranges::any_of(kernel.arguments, &ArgumentDeclaration::has_shape))
    text += opencl ? ",\n    constant struct nopal_shape* nopal_shapes" : ",\n    const nopal_shape_list nopal_shapes";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += argument.has_shape()
                ? fmt::format(",\n    {}{} {} nopal_field_{}", space, pointer_type(argument), alone, argument.name)
                : fmt::format(",\n    const {} {}", element_type(argument), argument.name);
  return text + guard_parameters(kernel, dialect);
}

bool has_guards(const KernelDeclaration& kernel) {
  return std::ranges::any_of(kernel.arguments, &ArgumentDeclaration::is_guarded);
}

std::string guard_parameters(const KernelDeclaration& kernel, DeviceDialect dialect) {
  if (!has_guards(kernel)) return " NOPAL_CHECK_PARAMETERS";
  return fmt::format(",\n    const struct nopal_bounds nopal_limits, {}int* nopal_fault",
                     dialect == DeviceDialect::opencl ? "global " : "");
}

std::string_view guard_values(const KernelDeclaration& kernel) {
  return has_guards(kernel) ? ", nopal_limits, nopal_fault" : " NOPAL_CHECK_VALUES";
}

std::string guard_functions(const KernelDeclaration& kernel, DeviceDialect dialect) {
  return has_guards(kernel) ? guard_functions_text(dialect == DeviceDialect::opencl) : "";
}

namespace {

// The macros have the names of the fields: a macro is not replaced again in its own text.
std::string guard_macros(const KernelDeclaration& kernel, DeviceDialect dialect, bool guarded) {
  std::string text;
  for (std::size_t field = 0; field < kernel.arguments.size(); ++field) {
    const std::string& name = kernel.arguments[field].name;
    if (!kernel.arguments[field].is_field() || kernel.arguments[field].is_guarded != guarded) continue;
    const std::string common =
        fmt::format("nopal_limits, nopal_fault, {}, __LINE__, i, j, k, (long)(I), (long)(J), (long)(K)", field);
    text += dialect == DeviceDialect::opencl
                ? fmt::format("#define {0}(I, J, K) nopal_field_{0}[nopal_guarded({1}, nopal_j_{0}, nopal_k_{0})]\n",
                              name, common)
                : fmt::format("#define {0}(I, J, K) nopal_guarded({0}, {1})\n", name, common);
  }
  return text;
}

// The text for both versions, if they differ.
std::string both_versions(const std::string& path, const std::string& text, const CheckedNames& names) {
  const std::string plain = with_conversions(text), checked = with_checks(text, names);
  const auto lined = [&](const std::string& version) { return lined_text(path, version, names.first_line); };
  if (plain == checked) return lined(plain);
  return "#ifdef NOPAL_CHECKED\n" + lined(checked) + "#else\n" + lined(plain) + "#endif\n";
}

std::set<std::string> names_of(const KernelText& text) {
  std::set<std::string> names;
  for (const HelperFunction& function : text.functions) names.insert(function.name);
  return names;
}

} // namespace

std::string device_functions(const KernelDeclaration& kernel, const KernelText& text, DeviceDialect dialect) {
  const bool opencl = dialect == DeviceDialect::opencl;
  std::string all = with_conversions(text.body), result;
  for (const HelperFunction& function : text.functions) all += with_conversions(function.text);
  for (const CastTarget& target : cast_targets)
    if (all.find(fmt::format("nopal_to_{}(", target.name)) != std::string::npos)
      result += fmt::format("#ifndef NOPAL_TO_{0}\n#define NOPAL_TO_{0}\n{1}#endif\n", target.name,
                            conversion_functions(target, opencl));
  for (const HelperFunction& function : text.functions)
    result += fmt::format("#undef {0}\n#define {0} nopal_function_{0}\n{1}\n", function.name,
                          opencl ? "static inline" : "__device__ inline") +
              both_versions(path_of(kernel, function), function.text,
                            {names_of(text), function.first_line, function.where.file.empty() ? 1 : -1});
  return result;
}

std::string device_body(const KernelDeclaration& kernel, const KernelText& text) {
  return both_versions(kernel.path, text.body, {names_of(text)});
}

std::string_view plain_version_macros() {
  return "#ifndef NOPAL_CHECKED\n#define NOPAL_CHECK_PARAMETERS\n#define NOPAL_CHECK_VALUES\n#endif\n";
}

std::string begin_guards(const KernelDeclaration& kernel, DeviceDialect dialect) {
  const std::string others = guard_macros(kernel, dialect, false);
  return guard_macros(kernel, dialect, true) + (others.empty() ? "" : "#ifdef NOPAL_CHECKED\n" + others + "#endif\n");
}

std::string end_guards(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field()) text += fmt::format("#undef {}\n", argument.name);
  return text;
}

std::string find_box(std::string_view address_space) {
  return fmt::format(R"(  long nopal_b = 0;
  for (long nopal_end = nopal_c.n_boxes; nopal_end - nopal_b > 1;) {{
    const long nopal_middle = (nopal_b + nopal_end) / 2;
    if (nopal_boxes[nopal_middle].first <= nopal_item)
      nopal_b = nopal_middle;
    else
      nopal_end = nopal_middle;
  }}
  const {}struct nopal_launch_box* nopal_box = nopal_boxes + nopal_b;
)",
                     address_space);
}

// Pointwise kernels search the box; this does not. On PoCL a search makes block kernels a quarter slower, even with one
// box (docs/measurements.md).
std::string find_block(std::string_view address_space, std::string_view item, std::string_view entry) {
  return fmt::format("  const long nopal_entry = {1};\n"
                     "  if (nopal_entry >= nopal_c.n_boxes) return;\n"
                     "  const {0}struct nopal_launch_box* nopal_box = nopal_boxes + nopal_entry;\n"
                     "  const long nopal_block = nopal_box->first + {2};\n"
                     "  if (nopal_block >= nopal_box->end) return;\n",
                     address_space, entry, item);
}

std::string launch_locals(const KernelDeclaration& kernel, DeviceDialect dialect) {
  std::string text = R"(  const double dx = nopal_c.spacing[0], dy = nopal_c.spacing[1], dz = nopal_c.spacing[2];
  const double dt = nopal_c.dt, time = nopal_c.time;
  const long iteration = nopal_c.iteration, dimension = nopal_c.dimension;
  const long ni = nopal_box->normal[0], nj = nopal_box->normal[1], nk = nopal_box->normal[2];
  const long nopal_edge_i = nopal_box->edge[0], nopal_edge_j = nopal_box->edge[1], nopal_edge_k = nopal_box->edge[2];
  const double nopal_lower = nopal_c.lower[0], nopal_centre = nopal_c.centre[0];
  const long nopal_image = nopal_box->image[0];
)";
  int number = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.has_shape())
      text += fmt::format("  const long nopal_o_{0} = nopal_shapes{1}[{2}].origin, nopal_j_{0} = "
                          "nopal_shapes{1}[{2}].stride_j,\n             nopal_k_{0} = nopal_shapes{1}[{2}].stride_k;\n",
                          argument.name, dialect == DeviceDialect::cuda ? ".of" : "", number++);
  return text;
}

// Along an axis that does not exist, a block can have threads outside of the only plane.
std::string coordinate_y(bool blocks) {
  return fmt::format(
      "  const double y = {}nopal_c.lower[1] + ((double)(j + nopal_box->image[1]) + nopal_c.centre[1]) * dy;\n",
      blocks ? "dimension < 2 ? 0.0 : " : "");
}

std::string coordinate_z(bool blocks) {
  return fmt::format(
      "  const double z = {}nopal_c.lower[2] + ((double)(k + nopal_box->image[2]) + nopal_c.centre[2]) * dz;\n",
      blocks ? "dimension < 3 ? 0.0 : " : "");
}

std::string coordinate_x() {
  return "const double x = nopal_lower + ((double)(i + nopal_image) + nopal_centre) * dx;\n";
}

std::string rows_or_points(const std::string& rows, const std::string& points) {
  return "#ifdef NOPAL_ROWS\n" + rows + "#else\n" + points + "#endif\n";
}

std::string loop_over_k(const KernelDeclaration& kernel) {
  const std::string bounds = "  const long nopal_lower_k = nopal_box->lower[2], nopal_upper_k = nopal_box->upper[2];\n";
  return bounds + (kernel.order == VerticalOrder::backward
                       ? "  for (long k = nopal_upper_k - 1; k >= nopal_lower_k; --k) {\n"
                       : "  for (long k = nopal_lower_k; k < nopal_upper_k; ++k) {\n");
}

std::string compute_point(const KernelDeclaration& kernel, const std::string& call) {
  const std::string text = R"(  const unsigned nopal_tile = (unsigned)(nopal_item - nopal_box->first);
  const unsigned nopal_n1 = (unsigned)nopal_box->n_1, nopal_n2 = (unsigned)nopal_box->n_2;
  const unsigned nopal_s1 = (unsigned)nopal_box->shift_1, nopal_s2 = (unsigned)nopal_box->shift_2;
  const unsigned nopal_rest = nopal_tile / nopal_n1;
  const unsigned nopal_t1 = nopal_tile % nopal_n1, nopal_t2 = nopal_rest % nopal_n2;
  const long i = nopal_box->lower[0] + (long)((nopal_t1 << nopal_s1) + (nopal_thread & ((1u << nopal_s1) - 1u)));
  const long j =
      nopal_box->lower[1] + (long)((nopal_t2 << nopal_s2) + ((nopal_thread >> nopal_s1) & ((1u << nopal_s2) - 1u)));
)";
  if (kernel.order != VerticalOrder::parallel)
    return text + "  if (i >= nopal_box->upper[0] || j >= nopal_box->upper[1]) return;\n" + coordinate_y() + "  " +
           coordinate_x() + loop_over_k(kernel) + coordinate_z() + call + "  }\n}\n";
  return text + R"(  const unsigned nopal_s12 = nopal_s1 + nopal_s2, nopal_t3 = nopal_rest / nopal_n2;
  const long k = nopal_box->lower[2] + (long)(nopal_t3 * (nopal_threads >> nopal_s12) + (nopal_thread >> nopal_s12));
  if (i >= nopal_box->upper[0] || j >= nopal_box->upper[1] || k >= nopal_box->upper[2]) return;
)" + coordinate_y() +
         coordinate_z() + "  " + coordinate_x() + call + "}\n";
}

std::string block_locals() {
  std::string text = "  const long blocks_i = nopal_box->n_1, blocks_j = nopal_box->n_2;\n";
  for (int axis = 0; axis < 3; ++axis)
    text += fmt::format("  const long lower_{0} = nopal_box->lower[{1}], upper_{0} = nopal_box->upper[{1}];\n",
                        "ijk"[axis], axis);
  text += R"(  const long blocks_k = (upper_k - lower_k + threads_k - 1) / threads_k;
  const long block_i = nopal_block % blocks_i, block_j = nopal_block / blocks_i % blocks_j;
  const long block_k = nopal_block / blocks_i / blocks_j;
  const long i = lower_i + block_i * threads_i + thread_i;
  const long j = lower_j + block_j * threads_j + thread_j;
  const long k = lower_k + block_k * threads_k + thread_k;
  const long inside = i < upper_i && j < upper_j && k < upper_k;
)";
  return text + coordinate_y(true) + coordinate_z(true) + "  " + coordinate_x();
}

} // namespace nopal::emit
