#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace nopal {

namespace {

struct Given {
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array given = {
    Given{"i", "the index along x"},
    Given{"j", "the index along y"},
    Given{"k", "the index along z"},
    Given{"x", "the first coordinate"},
    Given{"y", "the second coordinate"},
    Given{"z", "the third coordinate"},
    Given{"dx", "the spacing along x"},
    Given{"dy", "the spacing along y"},
    Given{"dz", "the spacing along z"},
    Given{"dt", "the time step"},
    Given{"time", "the time"},
    Given{"iteration", "the iteration"},
    Given{"dimension", "the number of axes"},
    Given{"ni", "the outward normal along x"},
    Given{"nj", "the outward normal along y"},
    Given{"nk", "the outward normal along z"},
    Given{"real", "the type of real numbers"},
    Given{"M_PI", "the number pi"},
    Given{"min", "a function"},
    Given{"max", "a function"},
    Given{"int32", "a type"},
    Given{"uint32", "a type"},
    Given{"float32", "a type"},
    Given{"function", "begins a helper function"},
    Given{"shared", "begins a shared array"},
    Given{"printf", "a function"},
};

constexpr std::array functions = {
    DialectFunction{"sin", 1},   DialectFunction{"cos", 1},   DialectFunction{"tan", 1},
    DialectFunction{"asin", 1},  DialectFunction{"acos", 1},  DialectFunction{"atan", 1},
    DialectFunction{"atan2", 2}, DialectFunction{"sinh", 1},  DialectFunction{"cosh", 1},
    DialectFunction{"tanh", 1},  DialectFunction{"exp", 1},   DialectFunction{"log", 1},
    DialectFunction{"log10", 1}, DialectFunction{"pow", 2},   DialectFunction{"sqrt", 1},
    DialectFunction{"cbrt", 1},  DialectFunction{"fabs", 1},  DialectFunction{"floor", 1},
    DialectFunction{"ceil", 1},  DialectFunction{"fmod", 2},  DialectFunction{"asinh", 1},
    DialectFunction{"acosh", 1}, DialectFunction{"atanh", 1}, DialectFunction{"exp2", 1},
    DialectFunction{"expm1", 1}, DialectFunction{"log2", 1},  DialectFunction{"log1p", 1},
    DialectFunction{"erf", 1},   DialectFunction{"erfc", 1},  DialectFunction{"hypot", 2},
    DialectFunction{"round", 1}, DialectFunction{"trunc", 1}, DialectFunction{"copysign", 2},
};

constexpr std::array<std::string_view, 11> atomics = {"atomic_add",  "atomic_sub", "atomic_min", "atomic_max",
                                                      "atomic_exch", "atomic_inc", "atomic_dec", "atomic_and",
                                                      "atomic_or",   "atomic_xor", "atomic_cas"};

// Words of C, C++, OpenCL C and CUDA C++ that cannot name an argument.
const std::set<std::string_view>& language_words() {
  static const std::set<std::string_view> words = {
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
      "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
      "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
      "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
      "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
      "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
      "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
      "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using",
      "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
      // OpenCL C
      "kernel", "global", "local", "constant", "generic", "pipe", "read_only", "write_only", "read_write", "uchar",
      "ushort", "uint", "ulong", "half", "quad", "complex", "imaginary", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t",
      "event_t", "sampler_t", "image1d_t", "image2d_t", "image3d_t", "queue_t", "ndrange_t", "clk_event_t",
      "reserve_id_t", "uniform", "NULL", "INFINITY", "NAN", "MAXFLOAT", "HUGE_VAL",
      // CUDA C++
      "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "cudaStream_t", "cudaError_t"};
  return words;
}

// OpenCL's and CUDA's vector types: double2, uint4, float16, …
bool is_vector_type(std::string_view name) {
  for (const std::string_view base : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong",
                                      "ulonglong", "float", "double", "half", "bool"}) {
    if (!name.starts_with(base)) continue;
    const std::string_view width = name.substr(base.size());
    for (const std::string_view n : {"1", "2", "3", "4", "8", "16"})
      if (width == n) return true;
  }
  return false;
}

} // namespace

std::span<const DialectFunction> dialect_functions() { return functions; }

std::span<const std::string_view> dialect_atomics() { return atomics; }

std::string reserved_in_blocks(std::string_view name) {
  for (const std::string_view what : {"thread", "block", "threads", "blocks", "lower", "upper"})
    for (const std::string_view axis : {"_i", "_j", "_k"})
      if (name.size() == what.size() + 2 && name.starts_with(what) && name.ends_with(axis))
        return "block kernels have it";
  if (name == "inside" || name == "block_sync") return "block kernels have it";
  return std::find(atomics.begin(), atomics.end(), name) == atomics.end() ? "" : "a function";
}

bool is_foreign_word(std::string_view word) {
  static const std::set<std::string_view> ours = {
      "bool", "break", "case", "char",   "const", "continue", "default", "do",   "double",   "else", "false", "for",
      "if",   "int",   "long", "return", "short", "signed",   "sizeof",  "true", "unsigned", "void", "while", "switch"};
  return !ours.contains(word) && (language_words().contains(word) || is_vector_type(word));
}

std::string reserved_meaning(std::string_view name) {
  for (const Given& one : given)
    if (name == one.name) return std::string(one.meaning);
  for (const DialectFunction& function : functions)
    if (name == function.name) return "a function";
  if (name.starts_with("nopal") || name.starts_with("__") || name.starts_with("cl_")) return "kept for generated code";
  if (language_words().contains(name) || is_vector_type(name)) return "a word of a kernel language";
  return {};
}

std::string reserved_in(const KernelDeclaration& kernel, std::string_view name) {
  std::string meaning = reserved_meaning(name);
  return meaning.empty() && kernel.block ? reserved_in_blocks(name) : meaning;
}

} // namespace nopal
