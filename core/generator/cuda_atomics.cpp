#include "core/generator/emit_blocks.hpp"

#include <fmt/format.h>

#include <array>

namespace nopal::emit {

namespace {

// Atomics that CUDA does not have: they use compare-and-exchange on the bits of the value.
constexpr std::string_view loop = R"(
template <int bytes> struct nopal_word_of { typedef unsigned int type; };
template <> struct nopal_word_of<8> { typedef unsigned long long type; };
template <class T, class Next> __device__ inline T nopal_atomic_step(T& target, Next next) {
  typedef typename nopal_word_of<sizeof(T)>::type Word;
  union Bits {
    Word word;
    T value;
    __device__ Bits() : word(0) {}
  };
  Word* address = reinterpret_cast<Word*>(&target);
  Bits seen;
  seen.word = *const_cast<volatile Word*>(address);
  for (;;) {
    Bits wanted;
    wanted.value = next(seen.value);
    const Word found = ::atomicCAS(address, seen.word, wanted.word);
    if (found == seen.word) return seen.value;
    seen.word = found;
  }
}
)";

struct CudaOperation {
  std::string_view name, next;
  bool integers_only;
  std::string_view native; ///< overloads for the types for which CUDA has the operation
};
constexpr std::array cuda_operations = {
    CudaOperation{"add", "old + T(value)", false, R"(
template <class V> __device__ inline int atomic_add(int& target, V value) { return ::atomicAdd(&target, int(value)); }
template <class V> __device__ inline unsigned int atomic_add(unsigned int& target, V value) { return ::atomicAdd(&target, (unsigned int)(value)); }
template <class V> __device__ inline long atomic_add(long& target, V value) {
  return (long)::atomicAdd(reinterpret_cast<unsigned long long*>(&target), (unsigned long long)(long)(value));
}
template <class V> __device__ inline float atomic_add(float& target, V value) { return ::atomicAdd(&target, float(value)); }
template <class V> __device__ inline double atomic_add(double& target, V value) { return ::atomicAdd(&target, double(value)); }
)"},
    CudaOperation{"sub", "old - T(value)", false, ""},
    CudaOperation{"min", "T(value) < old ? T(value) : old", false, R"(
template <class V> __device__ inline int atomic_min(int& target, V value) { return ::atomicMin(&target, int(value)); }
template <class V> __device__ inline unsigned int atomic_min(unsigned int& target, V value) { return ::atomicMin(&target, (unsigned int)(value)); }
template <class V> __device__ inline long atomic_min(long& target, V value) {
  return (long)::atomicMin(reinterpret_cast<long long*>(&target), (long long)(value));
}
)"},
    CudaOperation{"max", "T(value) > old ? T(value) : old", false, R"(
template <class V> __device__ inline int atomic_max(int& target, V value) { return ::atomicMax(&target, int(value)); }
template <class V> __device__ inline unsigned int atomic_max(unsigned int& target, V value) { return ::atomicMax(&target, (unsigned int)(value)); }
template <class V> __device__ inline long atomic_max(long& target, V value) {
  return (long)::atomicMax(reinterpret_cast<long long*>(&target), (long long)(value));
}
)"},
    CudaOperation{"exch", "T(value)", false, ""},
    CudaOperation{"inc", "old >= T(value) ? T(0) : T(old + 1)", true, ""},
    CudaOperation{"dec", "old == T(0) || old > T(value) ? T(value) : T(old - 1)", true, ""},
    CudaOperation{"and", "T(old & T(value))", true, ""},
    CudaOperation{"or", "T(old | T(value))", true, ""},
    CudaOperation{"xor", "T(old ^ T(value))", true, ""},
};

} // namespace

std::string cuda_atomics(const KernelText& text) {
  std::string functions;
  for (const CudaOperation& operation : cuda_operations) {
    if (!calls(text, fmt::format("atomic_{}", operation.name))) continue;
    functions += fmt::format(
        "template <class T, class V> __device__ inline T atomic_{}(T& target, V value) {{\n{}"
        "  return nopal_atomic_step(target, [value](T old) -> T {{ return {}; }});\n}}\n{}",
        operation.name,
        operation.integers_only ? "  static_assert(is_integer<T>::value, \"this atomic is for integers\");\n" : "",
        operation.next, operation.native);
  }
  if (calls(text, "atomic_cas"))
    functions +=
        "template <class T, class C, class V> __device__ inline T atomic_cas(T& target, C compare, V value) {\n"
        "  return nopal_atomic_step(target, [compare, value](T old) -> T { return old == T(compare) ? T(value) : "
        "old; });\n}\n";
  return functions.empty() ? "" : std::string(loop) + functions;
}

} // namespace nopal::emit
