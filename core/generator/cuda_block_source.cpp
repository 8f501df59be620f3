#include "core/generator/device_arguments.hpp"
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

std::string array_type(const ArgumentDeclaration& argument) {
  return fmt::format("{}<{}, {}>", accessor(argument), element_type(argument), argument.axes);
}

std::string body_function(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result =
      "__device__ inline void nopal_body(" + given_parameters("", true) + ",\n    " + block_parameters("", true);
  if (has_static(text)) result += ",\n    nopal_shared_arrays& nopal_arrays";
  if (text.dynamic() != nullptr) result += ",\n    nopal_dynamic_type* nopal_dynamic";
  for (const ArgumentDeclaration& argument : kernel.arguments)
    result += fmt::format(",\n    const {} {}",
                          argument.is_field()   ? std::string(accessor(argument))
                          : argument.is_array() ? array_type(argument)
                                                : std::string(element_type(argument)),
                          argument.name);
  return result + ")\n{\n" + constants_text(kernel, "") + begin_shared(text, ".", "__syncthreads()") +
         body_text(kernel, text.body) + end_shared(text) + "}\n\n";
}

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

std::string cuda_block_source(const KernelDeclaration& kernel, const KernelText& text) {
  std::string result = std::string(array_classes) + cuda_atomics(text) + shared_struct(kernel, text) +
                       functions_text(kernel, text, "__device__ inline", true);
  if (const SharedArray* dynamic = text.dynamic())
    result += fmt::format("typedef {} nopal_dynamic_type;\n", dynamic->stored_type());
  result += body_function(kernel, text) + end_functions(text) + "}\n\n" +
            fmt::format("extern \"C\" __global__ void {}_{}_blocks({}", kernel.thorn, kernel.name,
                        entry_parameters(kernel, DeviceDialect::cuda));
  std::string call = "  nopal_dialect::nopal_body(" + given_parameters("", false) + ", " + block_parameters("", false);
  if (has_static(text)) call += ", nopal_arrays";
  if (text.dynamic() != nullptr) call += ", nopal_dynamic";
  result += ")\n{\n" +
            find_block("", "static_cast<long>(blockIdx.x)", "blockIdx.y + static_cast<long>(gridDim.y) * blockIdx.z") +
            shared_locals(text) + launch_locals() + shape_locals(kernel, DeviceDialect::cuda);
  constexpr char axes[] = {'i', 'j', 'k'}, names[] = {'x', 'y', 'z'};
  for (int axis = 0; axis < 3; ++axis)
    result +=
        fmt::format("  const long thread_{0} = threadIdx.{1}, threads_{0} = blockDim.{1};\n", axes[axis], names[axis]);
  return result + block_locals() + call + cuda_body_arguments(kernel) + ");\n}\n";
}

} // namespace nopal::emit
