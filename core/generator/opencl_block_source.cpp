#include "core/generator/device_arguments.hpp"
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

std::string body_function(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result =
      "static inline void nopal_body(" + given_parameters("", true) + ",\n    " + block_parameters("", true);
  if (has_static(text)) result += ",\n    local struct nopal_shared_arrays* nopal_arrays";
  result += dynamic_parameter(text) + opencl_body_parameters(kernel, "") + ")\n{\n";
  return result + constants_text(kernel, "") + opencl_begin_fields(kernel) +
         begin_shared(text, "->", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)") +
         body_text(kernel, text.body) + end_shared(text) + opencl_end_fields(kernel) + "}\n\n";
}

std::string body_call(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result = "  nopal_body(" + given_parameters("", false) + ", " + block_parameters("", false);
  if (has_static(text)) result += ", &nopal_arrays";
  if (text.dynamic() != nullptr) result += ", nopal_dynamic";
  return result + opencl_body_arguments(kernel) + ");\n";
}

} // namespace

std::string opencl_block_source(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result = shared_struct(kernel, text) + functions_text(kernel, text, "static inline", true) +
                       opencl_atomics(text) + body_function(kernel, text) + end_functions(text);
  result += fmt::format("kernel void {}_{}_blocks({}{})\n{{\n", kernel.thorn, kernel.name,
                        entry_parameters(kernel, DeviceDialect::opencl), dynamic_parameter(text));
  if (has_static(text)) result += "  local struct nopal_shared_arrays nopal_arrays;\n";
  result += find_block("global ", "(long)get_group_id(0)",
                       "(long)get_group_id(1) + (long)get_num_groups(1) * (long)get_group_id(2)") +
            launch_locals() + shape_locals(kernel, DeviceDialect::opencl);
  constexpr char axes[] = {'i', 'j', 'k'};
  for (int axis = 0; axis < 3; ++axis)
    result +=
        fmt::format("  const long thread_{0} = (long)get_local_id({1}), threads_{0} = (long)get_local_size({1});\n",
                    axes[axis], axis);
  return result + block_locals() + body_call(kernel, text) + "}\n";
}

} // namespace nopal::emit
