#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

namespace nopal::emit {

namespace {

std::string dynamic_parameter(const KernelText& text) {
  const SharedArray* dynamic = text.dynamic();
  return dynamic == nullptr ? "" : fmt::format(",\n    local {}* nopal_dynamic", dynamic->stored_type());
}

// Fields and arrays as pointers, numbers by their names. Bodies are given the strides of arrays, entries their shape.
std::string argument_parameters(const KernelDeclaration& kernel, bool entry) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const bool array = argument.is_array();
    if (array || argument.is_field())
      text += fmt::format(",\n    global {}{}* {}nopal_field_{}", argument.access == Access::read ? "const " : "",
                          element_type(argument), entry ? "restrict " : "", argument.name);
    else
      text += fmt::format(",\n    const {} {}", element_type(argument), argument.name);
    if (array && entry) text += fmt::format(", const struct nopal_array nopal_array_{}", argument.name);
    if (array && !entry)
      text += fmt::format(", const long nopal_stride_j_{0}, const long nopal_stride_k_{0}", argument.name);
  }
  return text;
}

std::string begin_variables(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const std::string& name = argument.name;
    if (argument.is_field())
      text += fmt::format("#define {0}(I, J, K) nopal_field_{0}[(I) + (J) * nopal_sj + (K) * nopal_sk]\n", name);
    if (!argument.is_array()) continue;
    text += argument.axes == 1 ? fmt::format("#define {0}(I) nopal_field_{0}[I]\n", name)
            : argument.axes == 2
                ? fmt::format("#define {0}(I, J) nopal_field_{0}[(I) + (J) * nopal_stride_j_{0}]\n", name)
                : fmt::format("#define {0}(I, J, K) nopal_field_{0}[(I) + (J) * nopal_stride_j_{0} + "
                              "(K) * nopal_stride_k_{0}]\n",
                              name);
  }
  return text;
}

std::string end_variables(const KernelDeclaration& kernel) {
  std::string text;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field() || argument.is_array()) text += fmt::format("#undef {}\n", argument.name);
  return text;
}

std::string body_function(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result = "static inline void nopal_body(" + given_parameters("", true) + ",\n    " +
                       block_parameters("", true) + ",\n    const long nopal_sj, const long nopal_sk";
  if (has_static(text)) result += ",\n    local struct nopal_shared_arrays* nopal_arrays";
  result += dynamic_parameter(text) + argument_parameters(kernel, false) + ")\n{\n";
  return result + constants_text(kernel, "") + begin_variables(kernel) +
         begin_shared(text, "->", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)") +
         body_text(kernel, text.body) + end_shared(text) + end_variables(kernel) + "}\n\n";
}

std::string body_call(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result =
      "  nopal_body(" + given_parameters("", false) + ", " + block_parameters("", false) + ", nopal_sj, nopal_sk";
  if (has_static(text)) result += ", &nopal_arrays";
  if (text.dynamic() != nullptr) result += ", nopal_dynamic";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    result += argument.is_field() ? fmt::format(", nopal_field_{} + nopal_c.origin", argument.name)
              : argument.is_array()
                  ? fmt::format(", nopal_field_{0} + nopal_array_{0}.origin, nopal_array_{0}.stride[1], "
                                "nopal_array_{0}.stride[2]",
                                argument.name)
                  : ", " + argument.name;
  return result + ");\n";
}

} // namespace

std::string opencl_block_source(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result = array_struct() + shared_struct(kernel, text) +
                       functions_text(kernel, text, "static inline", true) + opencl_atomics(text) +
                       body_function(kernel, text) + end_functions(text);
  result +=
      fmt::format("kernel void {}_{}_blocks(global const long* restrict nopal_boxes, const struct nopal_constants "
                  "nopal_c{}{})\n{{\n",
                  kernel.thorn, kernel.name, argument_parameters(kernel, true), dynamic_parameter(text));
  if (has_static(text)) result += "  local struct nopal_shared_arrays nopal_arrays;\n";
  result += find_block("global ", "(long)get_group_id(0)",
                       "(long)get_group_id(1) + (long)get_num_groups(1) * (long)get_group_id(2)") +
            launch_locals();
  constexpr char axes[] = {'i', 'j', 'k'};
  for (int axis = 0; axis < 3; ++axis)
    result +=
        fmt::format("  const long thread_{0} = (long)get_local_id({1}), threads_{0} = (long)get_local_size({1});\n",
                    axes[axis], axis);
  return result + block_locals() + body_call(kernel, text) + "}\n";
}

} // namespace nopal::emit
