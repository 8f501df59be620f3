#include "core/generator/device_arguments.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

namespace nopal {

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

// The dialect's functions take doubles; OpenCL's overloads would be ambiguous for integers. The compiler may define the
// names as macros, so the text calls the functions behind them before it defines the names anew.
std::string functions_text() {
  std::string functions, names;
  for (const DialectFunction& function : dialect_functions()) {
    const bool one = function.n_arguments == 1;
    functions += fmt::format("static inline double nopal_call_{0}({1}) {{ return {0}({2}); }}\n", function.name,
                             one ? "double a" : "double a, double b", one ? "a" : "a, b");
    names += fmt::format("#undef {0}\n#define {0}({1}) nopal_call_{0}({1})\n", function.name, one ? "A" : "A, B");
  }
  return functions + names;
}

std::string body_function(const KernelDeclaration& kernel, const std::string& body) {
  return "static inline void nopal_body(" + emit::given_parameters("", true) +
         emit::opencl_body_parameters(kernel, "restrict ") + ")\n{\n" + emit::constants_text(kernel, "") +
         emit::opencl_begin_fields(kernel) + emit::body_text(kernel, body) + emit::opencl_end_fields(kernel) + "}\n\n";
}

std::string entry_begin(const KernelDeclaration& kernel, std::string_view form, std::string_view item) {
  return fmt::format("kernel void {}_{}_{}({})\n{{\n  const long nopal_item = (long){}(0);\n"
                     "  if (nopal_item >= nopal_c.n_items) return;\n{}{}{}",
                     kernel.thorn, kernel.name, form, emit::entry_parameters(kernel, emit::DeviceDialect::opencl), item,
                     emit::find_box("global "), emit::launch_locals(),
                     emit::shape_locals(kernel, emit::DeviceDialect::opencl));
}

} // namespace

std::string opencl_source(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText parts = parse_kernel_text(file);
  const std::string prelude = std::string(prelude_begin) + emit::device_structs(kernel, emit::DeviceDialect::opencl) +
                              functions_text() + std::string(prelude_end);
  if (kernel.block) return prelude + emit::opencl_block_source(kernel, parts);
  const std::string call =
      "nopal_body(" + emit::given_parameters("", false) + emit::opencl_body_arguments(kernel) + ");\n";
  std::string text = prelude + emit::functions_text(kernel, parts, "static inline", true) +
                     body_function(kernel, parts.body) + emit::end_functions(parts);
  // One work-item computes one row, because CPU compilers vectorise the loop along i.
  text += entry_begin(kernel, "rows", "get_global_id") +
          fmt::format("  const long nopal_row = nopal_item - nopal_box->first;\n"
                      "  const long j = nopal_box->lower[1] + nopal_row % nopal_box->n_1;\n"
                      "  const long k = nopal_box->lower[2] + nopal_row / nopal_box->n_1;\n{}"
                      "  const long nopal_upper = nopal_box->upper[0];\n"
                      "  for (long i = nopal_box->lower[0]; i < nopal_upper; ++i) {{\n    {}    {}  }}\n}}\n\n",
                      emit::coordinates_y_z(), emit::coordinate_x(), call);
  text += entry_begin(kernel, "points", "get_group_id") +
          "  const unsigned nopal_thread = (unsigned)get_local_id(0);\n"
          "  const unsigned nopal_threads = (unsigned)get_local_size(0);\n" +
          emit::point_of_thread() + emit::coordinates_y_z() + "  " + emit::coordinate_x() + "  " + call + "}\n";
  return text;
}

} // namespace nopal
