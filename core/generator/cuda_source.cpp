#include "core/generator/device_arguments.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

namespace nopal {

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

struct Read {
  const double* origin;
  long stride_j, stride_k;
  __device__ double operator()(long i, long j, long k) const { return __ldg(&origin[i + j * stride_j + k * stride_k]); }
};
struct Write {
  struct Target {
    double* address;
    __device__ double operator=(double value) const { return *address = value; }
    __device__ explicit Target(double* target) : address(target) {}
    Target(const Target&) = default;
    Target& operator=(const Target&) = delete;
  };
  double* origin;
  long stride_j, stride_k;
  __device__ Target operator()(long i, long j, long k) const { return Target(origin + (i + j * stride_j + k * stride_k)); }
};
struct ReadWrite {
  double* origin;
  long stride_j, stride_k;
  __device__ double& operator()(long i, long j, long k) const { return origin[i + j * stride_j + k * stride_k]; }
};

)";

std::string functions_text() {
  std::string text;
  for (const DialectFunction& function : dialect_functions())
    text += function.n_arguments == 1
                ? fmt::format("__device__ inline double {0}(double a) {{ return ::{0}(a); }}\n", function.name)
                : fmt::format("__device__ inline double {0}(double a, double b) {{ return ::{0}(a, b); }}\n",
                              function.name);
  return text;
}

std::string body_function(const KernelDeclaration& kernel, const std::string& body) {
  std::string text = "__device__ inline void nopal_body(" + emit::given_parameters("", true);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    text += fmt::format(",\n    const {} {}",
                        argument.is_field() ? emit::accessor(argument) : emit::element_type(argument), argument.name);
  return text + ")\n{\n" + emit::constants_text(kernel, "") + emit::body_text(kernel, body) + "}\n\n}\n\n";
}

} // namespace

std::string cuda_source(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText parts = parse_kernel_text(file);
  std::string text = emit::device_structs(kernel, emit::DeviceDialect::cuda) + std::string(dialect_begin) +
                     functions_text() + std::string(dialect_end);
  if (kernel.block) return text + emit::cuda_block_source(kernel, parts);
  text += emit::functions_text(kernel, parts, "__device__ inline", true) + body_function(kernel, parts.body) +
          emit::end_functions(parts);
  text += fmt::format("extern \"C\" __global__ void {}_{}_points({}", kernel.thorn, kernel.name,
                      emit::entry_parameters(kernel, emit::DeviceDialect::cuda));
  text += ")\n{\n  const long nopal_item = blockIdx.x;\n  if (nopal_item >= nopal_c.n_items) return;\n" +
          emit::find_box("") + emit::launch_locals() + emit::shape_locals(kernel, emit::DeviceDialect::cuda) +
          "  const unsigned nopal_thread = threadIdx.x, nopal_threads = blockDim.x;\n" + emit::point_of_thread() +
          emit::coordinates_y_z() + "  " + emit::coordinate_x() + "  nopal_dialect::nopal_body(" +
          emit::given_parameters("", false) + emit::cuda_body_arguments(kernel) + ");\n}\n";
  return text;
}

} // namespace nopal
