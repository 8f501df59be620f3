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

// The dialect's functions take doubles; OpenCL's overloads would be ambiguous for integers. The names may be macros of
// the compiler, so that the functions behind them must be called before the names are defined anew.
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

// Fields as pointers named nopal_<name>; numbers by their names.
std::string argument_parameters(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.is_field())
      text += fmt::format(",\n    global {}double* restrict nopal_field_{}",
                          argument.access == Access::read ? "const " : "", argument.name);
    else
      text += fmt::format(",\n    const {} {}", argument.kind == ArgumentKind::real ? "double" : "long", argument.name);
  }
  return text;
}

std::string body_function(const KernelDeclaration& kernel, const std::string& body) {
  std::string begin, end;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (!argument.is_field()) continue;
    begin +=
        fmt::format("#define {0}(I, J, K) nopal_field_{0}[(I) + (J) * nopal_sj + (K) * nopal_sk]\n", argument.name);
    end += fmt::format("#undef {}\n", argument.name);
  }
  return "static inline void nopal_body(" + emit::given_parameters("", true) +
         ",\n    const long nopal_sj, const long nopal_sk" + argument_parameters(kernel) + ")\n{\n" +
         emit::constants_text(kernel, "") + begin + emit::body_text(kernel, body) + end + "}\n\n";
}

std::string body_call(const KernelDeclaration& kernel) {
  std::string text = "nopal_body(" + emit::given_parameters("", false) + ", nopal_sj, nopal_sk";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text +=
        argument.is_field() ? fmt::format(", nopal_field_{} + nopal_c.origin", argument.name) : ", " + argument.name;
  return text + ");\n";
}

std::string entry_begin(const KernelDeclaration& kernel, std::string_view form, std::string_view item) {
  return fmt::format("kernel void {}_{}_{}(global const long* restrict nopal_boxes, const struct nopal_constants "
                     "nopal_c{})\n{{\n  const long nopal_item = (long){}(0);\n"
                     "  if (nopal_item >= nopal_c.n_items) return;\n{}{}",
                     kernel.thorn, kernel.name, form, argument_parameters(kernel), item, emit::find_box("global "),
                     emit::launch_locals());
}

} // namespace

std::string opencl_source(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText parts = parse_kernel_text(file);
  const std::string prelude =
      std::string(prelude_begin) + emit::constants_struct() + functions_text() + std::string(prelude_end);
  if (kernel.block) return prelude + emit::opencl_block_source(kernel, parts);
  const std::string call = body_call(kernel);
  std::string text = prelude + emit::functions_text(kernel, parts, "static inline", true) +
                     body_function(kernel, parts.body) + emit::end_functions(parts);
  // One work-item does one row: the loop along i is what CPU compilers vectorise.
  text += entry_begin(kernel, "rows", "get_global_id") +
          fmt::format("  const long nopal_row = nopal_item - nopal_box[12];\n"
                      "  const long j = nopal_box[1] + nopal_row % nopal_box[13];\n"
                      "  const long k = nopal_box[2] + nopal_row / nopal_box[13];\n{}"
                      "  const long nopal_upper = nopal_box[3];\n"
                      "  for (long i = nopal_box[0]; i < nopal_upper; ++i) {{\n    {}    {}  }}\n}}\n\n",
                      emit::coordinates_y_z(), emit::coordinate_x(), call);
  text += entry_begin(kernel, "points", "get_group_id") +
          "  const unsigned nopal_thread = (unsigned)get_local_id(0);\n"
          "  const unsigned nopal_threads = (unsigned)get_local_size(0);\n" +
          emit::point_of_thread() + emit::coordinates_y_z() + "  " + emit::coordinate_x() + "  " + call + "}\n";
  return text;
}

} // namespace nopal
