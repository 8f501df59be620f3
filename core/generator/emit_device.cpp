#include "core/generator/emit_device.hpp"

#include "core/generator/emit.hpp"
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
  if (!has_guards(kernel)) return "";
  return fmt::format(",\n    const struct nopal_bounds nopal_limits, {}int* nopal_fault",
                     dialect == DeviceDialect::opencl ? "global " : "");
}

std::string_view guard_values(const KernelDeclaration& kernel) {
  return has_guards(kernel) ? ", nopal_limits, nopal_fault" : "";
}

// The first wrong access of a launch is kept. Each of them goes to the nearest point that is stored.
std::string guard_functions(const KernelDeclaration& kernel, DeviceDialect dialect) {
  if (!has_guards(kernel)) return "";
  const bool opencl = dialect == DeviceDialect::opencl;
  std::string text = fmt::format(
      R"({0} int nopal_int(const long n) {{
  return n < -2147483647L ? -2147483647 : n > 2147483647L ? 2147483647 : (int)n;
}}
{0} long nopal_inside(const struct nopal_bounds nopal_limits, const int axis, const long n) {{
  return n < nopal_limits.lower[axis] ? nopal_limits.lower[axis] : n >= nopal_limits.upper[axis] ? nopal_limits.upper[axis] - 1 : n;
}}
{0} void nopal_check(const struct nopal_bounds nopal_limits, {1}int* nopal_fault, const int field, const int line,
    const long i, const long j, const long k, const long at_i, const long at_j, const long at_k) {{
  if (at_i >= nopal_limits.lower[0] && at_i < nopal_limits.upper[0] && at_j >= nopal_limits.lower[1] && at_j < nopal_limits.upper[1] &&
      at_k >= nopal_limits.lower[2] && at_k < nopal_limits.upper[2])
    return;
  if ({2}) return;
  nopal_fault[1] = field;
  nopal_fault[2] = line;
  nopal_fault[3] = nopal_int(i);
  nopal_fault[4] = nopal_int(j);
  nopal_fault[5] = nopal_int(k);
  nopal_fault[6] = nopal_int(at_i);
  nopal_fault[7] = nopal_int(at_j);
  nopal_fault[8] = nopal_int(at_k);
}}
)",
      opencl ? "static inline" : "__device__ inline", opencl ? "global " : "",
      opencl ? "atomic_cmpxchg((volatile global int*)nopal_fault, 0, 1) != 0" : "atomicCAS(nopal_fault, 0, 1) != 0");
  if (opencl)
    return text + R"(static inline long nopal_guarded(const struct nopal_bounds nopal_limits, global int* nopal_fault,
    const int field, const int line, const long i, const long j, const long k, const long at_i, const long at_j,
    const long at_k, const long stride_j, const long stride_k) {
  nopal_check(nopal_limits, nopal_fault, field, line, i, j, k, at_i, at_j, at_k);
  return nopal_inside(nopal_limits, 0, at_i) + nopal_inside(nopal_limits, 1, at_j) * stride_j +
         nopal_inside(nopal_limits, 2, at_k) * stride_k;
}

)";
  return text + R"(template <class Field>
__device__ inline decltype(auto) nopal_guarded(const Field& of, const struct nopal_bounds nopal_limits, int* nopal_fault,
    const int field, const int line, const long i, const long j, const long k, const long at_i, const long at_j,
    const long at_k) {
  nopal_check(nopal_limits, nopal_fault, field, line, i, j, k, at_i, at_j, at_k);
  return of(nopal_inside(nopal_limits, 0, at_i), nopal_inside(nopal_limits, 1, at_j), nopal_inside(nopal_limits, 2, at_k));
}

)";
}

// The macros have the names of the fields: a macro is not replaced again in its own text.
std::string begin_guards(const KernelDeclaration& kernel, DeviceDialect dialect) {
  std::string text;
  for (std::size_t field = 0; field < kernel.arguments.size(); ++field) {
    const std::string& name = kernel.arguments[field].name;
    if (!kernel.arguments[field].is_guarded) continue;
    const std::string common =
        fmt::format("nopal_limits, nopal_fault, {}, __LINE__, i, j, k, (long)(I), (long)(J), (long)(K)", field);
    text += dialect == DeviceDialect::opencl
                ? fmt::format("#define {0}(I, J, K) nopal_field_{0}[nopal_guarded({1}, nopal_j_{0}, nopal_k_{0})]\n",
                              name, common)
                : fmt::format("#define {0}(I, J, K) nopal_guarded({0}, {1})\n", name, common);
  }
  return text;
}

std::string end_guards(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_guarded) text += fmt::format("#undef {}\n", argument.name);
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
