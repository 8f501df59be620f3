#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"
#include "core/generator/emit_elements.hpp"
#include "core/generator/emit_functions.hpp"
#include "core/generator/emit_stencil.hpp"
#include "core/generator/near_rows.hpp"
#include "core/generator/row_strips.hpp"
#include "core/maths/device_texts.hpp"

#include <fmt/format.h>

namespace nopal {

using namespace emit;

namespace {

constexpr std::string_view prelude_begin = R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef NOPAL_CONTRACT
#pragma OPENCL FP_CONTRACT OFF
#endif

typedef double real;
typedef int int32;
typedef uint uint32;
typedef float float32;
#undef M_PI
#define M_PI 3.14159265358979323846
)";

constexpr std::string_view prelude_end = R"(#undef min
#undef max
#define min(A, B) ((A) < (B) ? (A) : (B))
#define max(A, B) ((A) > (B) ? (A) : (B))

)";

// fmod and round take more than an instruction.
std::string opencl_function(std::string_view name) {
  const bool is_instruction = name != "fmod" && name != "round";
  return is_instruction ? fmt::format("NOPAL_INSTRUCTION({})", name) : std::string(name);
}

// The dialect's functions take doubles; OpenCL's overloads would be ambiguous for integers. The compiler may define the
// names as macros, so the text calls the functions first, and then defines the names again.
std::string opencl_dialect_text(const std::vector<std::string_view>& with_texts) {
  std::string text = std::string(maths::opencl_instructions) + maths::opencl_text(with_texts) +
                     function_definitions(with_texts, "static inline double nopal_call_", opencl_function);
  for (const DialectFunction& function : dialect_functions())
    text += fmt::format("#undef {0}\n#define {0}({1}) nopal_call_{0}({1})\n", function.name,
                        function.n_arguments == 1 ? "A" : "A, B");
  return text;
}

// "  nopal_body(i, …, phi, wavelength);" `near`: the body without the branch for large angles (near_rows.hpp).
std::string opencl_body_call(const KernelDeclaration& kernel, const KernelText& text, bool near = false) {
  std::string call = (near ? "  nopal_near_body(&nopal_largest, " : "  nopal_body(") +
                     given_parameters(kernel, "", false) + shared_values(text, "&nopal_arrays");
  for (const ArgumentDeclaration& argument : kernel.arguments)
    call += argument.has_shape()
                ? fmt::format(", nopal_field_{0} + nopal_o_{0}, nopal_j_{0}, nopal_k_{0}", argument.name)
                : ", " + argument.name;
  return call + std::string(guard_values(kernel)) + ");\n";
}

// Macros that a body uses for its fields.
std::string begin_fields(const KernelDeclaration& kernel) {
  constexpr const char* forms[] = {
      "#define {0}(I) nopal_field_{0}[I]\n", "#define {0}(I, J) nopal_field_{0}[(I) + (J) * nopal_j_{0}]\n",
      "#define {0}(I, J, K) nopal_field_{0}[(I) + (J) * nopal_j_{0} + (K) * nopal_k_{0}]\n"};
  std::string arrays, fields;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.has_shape() && !argument.is_guarded)
      (argument.is_field() ? fields : arrays) += fmt::format(fmt::runtime(forms[argument.axes - 1]), argument.name);
  return arrays + (fields.empty() ? "" : "#ifndef NOPAL_CHECKED\n" + fields + "#endif\n") +
         begin_guards(kernel, DeviceDialect::opencl);
}

std::string end_fields(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.has_shape()) text += fmt::format("#undef {}\n", argument.name);
  return text;
}

// The beginning of a rows or points entry. `item`: the function that returns the number of the item.
std::string entry_begin(const KernelDeclaration& kernel, std::string_view form, std::string_view item) {
  return fmt::format("kernel void {}_{}_{}({})\n{{\n  const long nopal_item = (long){}(0);\n"
                     "  if (nopal_item >= nopal_c.n_items) return;\n{}{}",
                     kernel.thorn, kernel.name, form, entry_parameters(kernel, DeviceDialect::opencl), item,
                     find_box("global "), launch_locals(kernel, DeviceDialect::opencl));
}

// For each written field, a prefetch of the line of the row that is 8 rows ahead, if an item has as many rows. See
// host_kernel.hpp.
std::string fetch_ahead(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field() && argument.access != Access::read)
      text +=
          fmt::format("    if (nopal_short) NOPAL_FETCH_TO_WRITE((size_t)nopal_field_{0} + 8 * (size_t)(nopal_o_{0} + "
                      "nopal_box->lower[0] + (j + 8) * nopal_j_{0} + k * nopal_k_{0}));\n",
                      argument.name);
  return text;
}

// One work-item computes rows, because CPU compilers vectorise the loop along i.
std::string rows_entry(const KernelDeclaration& kernel, const KernelText& text) {
  const auto loop = [&](bool near) {
    return "for (long i = nopal_lower_i; i < nopal_upper_i; ++i) {\n      " + std::string(coordinate_x()) + "    " +
           opencl_body_call(kernel, text, near) + "    }\n";
  };
  std::string row = "    " + loop(false);
  if (!near_functions(kernel, text).empty())
    row = fmt::format("#if {}\n    ulong nopal_largest = 0;\n    {}    if (!NOPAL_IS_NEAR(as_double(nopal_largest)))\n"
                      "#endif\n{}",
                      has_near_body, loop(true), row);
  const std::string rows =
      row_in_parts("nopal_box->lower[0]", "nopal_upper", has_row_strips(kernel, text) ? opencl_strip : 0, row);
  return entry_begin(kernel, "rows", "get_global_id") +
         fmt::format(
             "  const long nopal_part = nopal_item - nopal_box->first;\n"
             "  const long k = nopal_box->lower[2] + nopal_part / nopal_box->n_1;\n{}"
             "  const long nopal_lower_j = nopal_box->lower[1] + (nopal_part % nopal_box->n_1 << nopal_box->shift_1);\n"
             "  const long nopal_upper_j = min(nopal_lower_j + (1L << nopal_box->shift_1), nopal_box->upper[1]);\n"
             "  const int nopal_short = nopal_box->shift_1 >= 3;\n"
             "  const long nopal_upper = nopal_box->upper[0];\n"
             "  for (long j = nopal_lower_j; j < nopal_upper_j; ++j) {{\n{}  {}{}  }}\n}}\n\n",
             coordinate_z(), fetch_ahead(kernel), coordinate_y(), rows);
}

// The same for a kernel with an order: one work-item computes the rows of one j at all k.
std::string ordered_rows_entry(const KernelDeclaration& kernel, const KernelText& text) {
  return entry_begin(kernel, "rows", "get_global_id") +
         fmt::format("  const long j = nopal_box->lower[1] + (nopal_item - nopal_box->first);\n{}"
                     "  const long nopal_upper = nopal_box->upper[0];\n{}{}"
                     "  for (long i = nopal_box->lower[0]; i < nopal_upper; ++i) {{\n    {}  {}  }}\n  }}\n}}\n\n",
                     coordinate_y(), loop_over_k(kernel), coordinate_z(), coordinate_x(),
                     opencl_body_call(kernel, text));
}

std::string opencl_points_entry(const KernelDeclaration& kernel, const KernelText& text) {
  return entry_begin(kernel, "points", "get_group_id") +
         "  const unsigned nopal_thread = (unsigned)get_local_id(0);\n"
         "  const unsigned nopal_threads = (unsigned)get_local_size(0);\n" +
         compute_point(kernel, opencl_body_call(kernel, text));
}

std::string blocks_entry(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result = fmt::format("kernel void {}_{}_blocks({}", kernel.thorn, kernel.name,
                                   entry_parameters(kernel, DeviceDialect::opencl));
  if (const SharedArray* dynamic = text.dynamic())
    result += fmt::format(",\n    local {}* nopal_dynamic", dynamic->stored_type());
  result += ")\n{\n";
  if (has_static(text)) result += "  local struct nopal_shared_arrays nopal_arrays;\n";
  result += find_block("global ", "(long)get_group_id(0)",
                       "(long)get_group_id(1) + (long)get_num_groups(1) * (long)get_group_id(2)") +
            launch_locals(kernel, DeviceDialect::opencl);
  for (int axis = 0; axis < 3; ++axis)
    result +=
        fmt::format("  const long thread_{0} = (long)get_local_id({1}), threads_{0} = (long)get_local_size({1});\n",
                    "ijk"[axis], axis);
  return result + block_locals() + opencl_body_call(kernel, text) + "}\n";
}

} // namespace

namespace emit {

// OpenCL's own prefetch() does nothing on PoCL, and other compilers may not know the one of clang.
constexpr std::string_view fetch_macros = R"(#if defined(POCL_DEVICE_ADDRESS_BITS) && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define NOPAL_FETCH(P) __builtin_prefetch((const void*)(size_t)(P), 0, 2)
#define NOPAL_FETCH_TO_WRITE(P) __builtin_prefetch((const void*)(size_t)(P), 1)
#endif
#endif
#ifndef NOPAL_FETCH
#define NOPAL_FETCH(P)
#define NOPAL_FETCH_TO_WRITE(P)
#endif
)";

std::string opencl_prelude(const std::vector<std::string_view>& with_texts) {
  return fmt::format("{}{}{}{}{}", prelude_begin, plain_version_macros(), fetch_macros, opencl_dialect_text(with_texts),
                     prelude_end);
}

std::string opencl_parameters(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += argument.has_shape()
                ? fmt::format(",\n    {3} {0} {1}nopal_field_{2}, const long nopal_j_{2}, const long nopal_k_{2}",
                              pointer_type(argument), kernel.block ? "" : "restrict ", argument.name,
                              argument.memory == FieldMemory::temporary ? "NOPAL_SCRATCH" : "global")
                : fmt::format(",\n    const {} {}", element_type(argument), argument.name);
  return text + guard_parameters(kernel, DeviceDialect::opencl);
}

namespace {

std::string body_function(const KernelDeclaration& kernel, const KernelText& text, std::string_view begin) {
  return "static inline void " + std::string(begin) + given_parameters(kernel, "", true) +
         shared_parameters(text, "local struct nopal_shared_arrays*", "local ") + opencl_parameters(kernel) + ")\n{\n" +
         constants_text(kernel, "") + edges_text(text.body, "") + begin_fields(kernel) +
         begin_shared(kernel, text, "->", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)") +
         device_body(kernel, text) + end_shared(kernel, text) + end_fields(kernel) + "}\n\n";
}

// The body of rows_entry() for angles below 2^30, if it has one.
std::string near_body(const KernelDeclaration& kernel, const KernelText& text) {
  const std::vector<std::string_view> functions = near_functions(kernel, text);
  if (functions.empty()) return "";
  return "#if defined(NOPAL_ROWS) && " + std::string(has_near_body) + "\n" + begin_near(functions) +
         body_function(kernel, text, "nopal_near_body(ulong* const nopal_largest, ") + end_near(functions) + "#endif\n";
}

} // namespace

std::string opencl_body(const KernelDeclaration& kernel, const KernelText& text) {
  return body_function(kernel, text, "nopal_body(");
}

} // namespace emit

std::string opencl_source(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText text = parse_kernel_text(file);
  if (kernel.loop) return elements_source(kernel, text, DeviceDialect::opencl, LoopForm::gather);
  const std::string common =
      opencl_prelude(functions_with_texts(text)) + device_structs(kernel, DeviceDialect::opencl) +
      guard_functions(kernel, DeviceDialect::opencl) + shared_struct(kernel, text) +
      device_functions(kernel, text, DeviceDialect::opencl) + (kernel.block ? opencl_atomics(text) : "") +
      opencl_body(kernel, text) + (kernel.block ? "" : near_body(kernel, text)) + end_functions(text);
  if (kernel.block) return common + blocks_entry(kernel, text);
  return common + rows_or_points(kernel.order == VerticalOrder::parallel ? rows_entry(kernel, text)
                                                                         : ordered_rows_entry(kernel, text),
                                 opencl_points_entry(kernel, text));
}

} // namespace nopal
