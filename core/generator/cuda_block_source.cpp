#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

namespace nopal::emit {

namespace {

// The same classes as in host_block.hpp.
constexpr std::string_view array_classes = R"(
template <class T> struct ArrayTarget {
  T* address;
  __device__ T operator=(T value) const { return *address = value; }
  __device__ explicit ArrayTarget(T* target) : address(target) {}
  ArrayTarget(const ArrayTarget&) = default;
  ArrayTarget& operator=(const ArrayTarget&) = delete;
};
template <class T, int axes> struct ArrayAt {
  T* origin;
  long stride_j, stride_k;
  __device__ T& at(long i) const { static_assert(axes == 1, "number of indices"); return origin[i]; }
  __device__ T& at(long i, long j) const { static_assert(axes == 2, "number of indices"); return origin[i + j * stride_j]; }
  __device__ T& at(long i, long j, long k) const {
    static_assert(axes == 3, "number of indices");
    return origin[i + j * stride_j + k * stride_k];
  }
};
template <class T, int axes> struct ReadArray {
  ArrayAt<const T, axes> array;
  template <class... Index> __device__ T operator()(Index... index) const { return array.at(index...); }
};
template <class T, int axes> struct WriteArray {
  ArrayAt<T, axes> array;
  template <class... Index> __device__ ArrayTarget<T> operator()(Index... index) const {
    return ArrayTarget<T>(&array.at(index...));
  }
};
template <class T, int axes> struct ReadWriteArray {
  ArrayAt<T, axes> array;
  template <class... Index> __device__ T& operator()(Index... index) const { return array.at(index...); }
};

)";

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
  return std::string(array_classes) + cuda_atomics(text) + shared_struct(kernel, text) +
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
