#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

namespace nopal::emit {

namespace {

// All shared arrays lie in the memory that the launch asks for. It may be larger than memory declared in the source.
std::string shared_locals(const KernelText& text) {
  std::string result;
  if (has_static(text) || text.dynamic() != nullptr)
    result += "  extern __shared__ __align__(16) unsigned char nopal_memory[];\n";
  if (has_static(text))
    result += "  nopal_dialect::nopal_shared_arrays& nopal_arrays =\n"
              "      *reinterpret_cast<nopal_dialect::nopal_shared_arrays*>(nopal_memory);\n";
  if (text.dynamic() != nullptr)
    result += fmt::format("  nopal_dialect::nopal_dynamic_type* nopal_dynamic =\n"
                          "      reinterpret_cast<nopal_dialect::nopal_dynamic_type*>(nopal_memory + {});\n",
                          has_static(text) ? "(sizeof(nopal_dialect::nopal_shared_arrays) + 15) / 16 * 16" : "0");
  return result;
}

} // namespace

std::string cuda_block_types(const KernelDeclaration& kernel, const KernelText& text) {
  const SharedArray* dynamic = text.dynamic();
  return cuda_atomics(text) + shared_struct(kernel, text) +
         (dynamic == nullptr ? "" : fmt::format("typedef {} nopal_dynamic_type;\n", dynamic->stored_type()));
}

std::string cuda_block_entry(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result =
      fmt::format("extern \"C\" __global__ void {}_{}_blocks({})\n{{\n", kernel.thorn, kernel.name,
                  entry_parameters(kernel, DeviceDialect::cuda)) +
      find_block("", "static_cast<long>(blockIdx.x)", "blockIdx.y + static_cast<long>(gridDim.y) * blockIdx.z") +
      shared_locals(text) + launch_locals(kernel, DeviceDialect::cuda);
  for (int axis = 0; axis < 3; ++axis)
    result +=
        fmt::format("  const long thread_{0} = threadIdx.{1}, threads_{0} = blockDim.{1};\n", "ijk"[axis], "xyz"[axis]);
  return result + block_locals();
}

} // namespace nopal::emit
