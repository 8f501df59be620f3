#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"
#include "core/generator/emit_elements.hpp"
#include "core/generator/emit_functions.hpp"
#include "core/generator/emit_stencil.hpp"
#include "core/maths/device_texts.hpp"

#include <fmt/format.h>

namespace nopal {

using namespace emit;

namespace {

// The source includes no header, so that NVRTC can compile it alone. As in host_dialect.hpp, the names of the dialect
// are in their own namespace, and a body can only assign to a field that it only writes.
constexpr std::string_view dialect_begin = R"(namespace nopal_dialect {

typedef double real;
typedef int int32;
typedef unsigned int uint32;
typedef float float32;
#undef M_PI
static constexpr double M_PI = 3.14159265358979323846;

)";

constexpr std::string_view dialect_end = R"(
template <class T> struct is_integer { static constexpr bool value = false; };
template <> struct is_integer<int> { static constexpr bool value = true; };
template <> struct is_integer<long> { static constexpr bool value = true; };
template <> struct is_integer<bool> { static constexpr bool value = true; };
template <> struct is_integer<unsigned int> { static constexpr bool value = true; };
template <bool both_integers> struct number_of { typedef double type; };
template <> struct number_of<true> { typedef long type; };
template <class A, class B> using common = typename number_of<is_integer<A>::value && is_integer<B>::value>::type;
template <class A, class B> __device__ inline common<A, B> min(A a, B b) {
  const common<A, B> p = a, q = b;
  return p < q ? p : q;
}
template <class A, class B> __device__ inline common<A, B> max(A a, B b) {
  const common<A, B> p = a, q = b;
  return p > q ? p : q;
}

template <class T> struct Target {
  T* address;
  __device__ T operator=(T value) const { return *address = value; }
  __device__ explicit Target(T* target) : address(target) {}
  Target(const Target&) = default;
  Target& operator=(const Target&) = delete;
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
  template <class... Index> __device__ Target<T> operator()(Index... index) const {
    return Target<T>(&array.at(index...));
  }
};
template <class T, int axes> struct ReadWriteArray {
  ArrayAt<T, axes> array;
  template <class... Index> __device__ T& operator()(Index... index) const { return array.at(index...); }
};
struct Read {
  ArrayAt<const double, 3> array;
  __device__ double operator()(long i, long j, long k) const { return __ldg(&array.at(i, j, k)); }
};
// A field that changes during the launch: it may not be read through the read-only cache.
struct ReadChanging {
  ArrayAt<const double, 3> array;
  __device__ double operator()(long i, long j, long k) const { return array.at(i, j, k); }
};
typedef WriteArray<double, 3> Write;
typedef ReadWriteArray<double, 3> ReadWrite;

)";

// "  nopal_dialect::nopal_body(i, …, phi, wavelength);"
std::string cuda_body_call(const KernelDeclaration& kernel, const KernelText& text) {
  std::string call =
      "  nopal_dialect::nopal_body(" + given_parameters(kernel, "", false) + shared_values(text, "nopal_arrays");
  for (const ArgumentDeclaration& argument : kernel.arguments)
    call +=
        argument.has_shape()
            ? fmt::format(",\n    nopal_dialect::{0}{{{{nopal_field_{1} + nopal_o_{1}, nopal_j_{1}, nopal_k_{1}}}}}",
                          accessor(argument), argument.name)
            : ", " + argument.name;
  return call + std::string(guard_values(kernel)) + ");\n";
}

std::string cuda_points_entry(const KernelDeclaration& kernel, const KernelText& text) {
  return fmt::format("extern \"C\" __global__ void {}_{}_points({}", kernel.thorn, kernel.name,
                     entry_parameters(kernel, DeviceDialect::cuda)) +
         ")\n{\n  const long nopal_item = blockIdx.x;\n  if (nopal_item >= nopal_c.n_items) return;\n" + find_box("") +
         launch_locals(kernel, DeviceDialect::cuda) +
         "  const unsigned nopal_thread = threadIdx.x, nopal_threads = blockDim.x;\n" +
         compute_point(kernel, cuda_body_call(kernel, text));
}

} // namespace

namespace emit {

std::string cuda_prelude(const std::vector<std::string_view>& with_texts) {
  return fmt::format("{}{}{}{}{}", plain_version_macros(), dialect_begin, maths::cuda_text(with_texts),
                     function_definitions(with_texts, "__device__ inline double ",
                                          [](std::string_view name) { return "::" + std::string(name); }),
                     dialect_end);
}

std::string cuda_parameters(const KernelDeclaration& kernel) {
  std::string result;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    result +=
        fmt::format(",\n    const {} {}",
                    argument.has_shape() ? accessor(argument) : std::string(element_type(argument)), argument.name);
  return result + guard_parameters(kernel, DeviceDialect::cuda);
}

std::string cuda_body(const KernelDeclaration& kernel, const KernelText& text) {
  return "__device__ inline void nopal_body(" + given_parameters(kernel, "", true) +
         shared_parameters(text, "nopal_shared_arrays&", "") + cuda_parameters(kernel) + ")\n{\n" +
         constants_text(kernel, "") + edges_text(text.body, "") + begin_shared(kernel, text, ".", "__syncthreads()") +
         begin_guards(kernel, DeviceDialect::cuda) + device_body(kernel, text) + end_guards(kernel) +
         end_shared(kernel, text) + "}\n\n";
}

} // namespace emit

std::string cuda_source(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText text = parse_kernel_text(file);
  if (kernel.loop) return elements_source(kernel, text, DeviceDialect::cuda, LoopForm::gather);
  return device_structs(kernel, DeviceDialect::cuda) + cuda_prelude(functions_with_texts(text)) +
         (kernel.block ? cuda_block_types(kernel, text) : "") + guard_functions(kernel, DeviceDialect::cuda) +
         device_functions(kernel, text, DeviceDialect::cuda) + cuda_body(kernel, text) + end_functions(text) + "}\n\n" +
         (kernel.block ? cuda_block_entry(kernel, text) + cuda_body_call(kernel, text) + "}\n"
                       : cuda_points_entry(kernel, text));
}

} // namespace nopal
