#include "core/base/ascii.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"
#include "core/kernel_text/words.hpp"
#include "core/kernels/dialect_functions.hpp"

#include <algorithm>

namespace nopal {

namespace {

constexpr GivenValue given[] = {
    {"long", "i", "the index along x"},
    {"long", "j", "the index along y"},
    {"long", "k", "the index along z"},
    {"double", "x", "the first coordinate"},
    {"double", "y", "the second coordinate"},
    {"double", "z", "the third coordinate"},
    {"double", "dx", "the spacing along x"},
    {"double", "dy", "the spacing along y"},
    {"double", "dz", "the spacing along z"},
    {"double", "dt", "the time step"},
    {"double", "time", "the time"},
    {"long", "iteration", "the iteration"},
    {"long", "dimension", "the number of axes"},
    {"long", "ni", "the outward normal along x"},
    {"long", "nj", "the outward normal along y"},
    {"long", "nk", "the outward normal along z"},
    {"long", "nopal_edge_i", "LaunchBox::edge, from which edge_i follows"},
    {"long", "nopal_edge_j", "the same along y"},
    {"long", "nopal_edge_k", "the same along z"},
};

constexpr GivenValue edges[] = {
    {"long", "edge_i", "the index of the nearest interior point along x"},
    {"long", "edge_j", "the index of the nearest interior point along y"},
    {"long", "edge_k", "the index of the nearest interior point along z"},
};

constexpr std::string_view given_in_blocks[] = {"thread_i", "thread_j",  "thread_k",  "block_i",   "block_j",
                                                "block_k",  "threads_i", "threads_j", "threads_k", "blocks_i",
                                                "blocks_j", "blocks_k",  "lower_i",   "lower_j",   "lower_k",
                                                "upper_i",  "upper_j",   "upper_k",   "inside"};

// An element of a set has no indices and coordinates, so that dats may have their names.
constexpr std::string_view given_in_loops[] = {"dt", "time", "iteration"};

struct Word {
  std::string_view name, meaning;
};
constexpr Word reserved_words[] = {
    {"real", "the type of real numbers"},
    {"int32", "a type"},
    {"uint32", "a type"},
    {"float32", "a type"},
    {"M_PI", "the number pi"},
    {"min", "a function"},
    {"max", "a function"},
    {"printf", "a function"},
    {"function", "begins a helper function"},
    {"shared", "begins a shared array"},
};

#define NOPAL_WITH_TEXT_1(name) {#name, 1, true},
#define NOPAL_WITH_TEXT_2(name) {#name, 2, true},
#define NOPAL_ROUNDED_1(name) {#name, 1, false},
#define NOPAL_ROUNDED_2(name) {#name, 2, false},
constexpr DialectFunction known_functions[] = {NOPAL_MATHS_FUNCTIONS(NOPAL_WITH_TEXT_1, NOPAL_WITH_TEXT_2)
                                                   NOPAL_ROUNDED_FUNCTIONS(NOPAL_ROUNDED_1, NOPAL_ROUNDED_2)};

constexpr std::string_view atomics[] = {"atomic_add",  "atomic_sub", "atomic_min", "atomic_max",
                                        "atomic_exch", "atomic_inc", "atomic_dec", "atomic_and",
                                        "atomic_or",   "atomic_xor", "atomic_cas"};

// Words of the kernel languages that bodies may use, but not as names.
constexpr Words own_words{"bool",   "break",  "case",   "char",   "const", "continue", "default", "do",
                          "double", "else",   "false",  "for",    "if",    "int",      "long",    "return",
                          "short",  "signed", "sizeof", "switch", "true",  "unsigned", "void",    "while"};

// Words of C, C++, OpenCL C and CUDA C++ that bodies cannot use at all.
constexpr Words foreign_words{
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "catch", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const_cast", "consteval", "constexpr",
    "constinit", "decltype", "delete", "dynamic_cast", "enum", "explicit", "export", "extern", "float", "friend",
    "goto", "inline", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
    "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "static", "static_assert",
    "static_cast", "struct", "template", "this", "thread_local", "throw", "try", "typedef", "typeid", "typename",
    "typeof", "union", "using", "virtual", "volatile", "wchar_t", "xor", "xor_eq",
    // OpenCL C
    "kernel", "global", "local", "constant", "generic", "pipe", "read_only", "write_only", "read_write", "uchar",
    "ushort", "uint", "ulong", "half", "quad", "complex", "imaginary", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t",
    "event_t", "sampler_t", "image1d_t", "image2d_t", "image3d_t", "queue_t", "ndrange_t", "clk_event_t",
    "reserve_id_t", "uniform", "NULL", "INFINITY", "NAN", "MAXFLOAT", "HUGE_VAL",
    // CUDA C++
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "cudaStream_t", "cudaError_t"};

// OpenCL's and CUDA's vector types: double2, uint4, float16, …
bool is_vector_type(std::string_view name) {
  if (name.empty() || !is_digit(name.back())) return false;
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

std::span<const DialectFunction> dialect_functions() { return known_functions; }

std::span<const std::string_view> dialect_atomics() { return atomics; }

std::span<const GivenValue> given_values() { return given; }

std::span<const GivenValue> edge_values() { return edges; }

std::span<const std::string_view> block_values() { return given_in_blocks; }

std::span<const std::string_view> loop_values() { return given_in_loops; }

std::string reserved_in_blocks(std::string_view name) {
  if (name == "block_sync" || std::ranges::count(given_in_blocks, name) > 0) return "block kernels have it";
  return std::ranges::count(atomics, name) > 0 ? "a function" : "";
}

bool is_foreign_word(std::string_view word) { return foreign_words.has(word) || is_vector_type(word); }

std::string reserved_meaning(std::string_view name) {
  for (const auto values : {given_values(), edge_values()})
    for (const GivenValue& value : values)
      if (name == value.name) return std::string(value.meaning);
  for (const Word& word : reserved_words)
    if (name == word.name) return std::string(word.meaning);
  for (const DialectFunction& function : known_functions)
    if (name == function.name) return "a function";
  if (name.starts_with("nopal") || name.starts_with("__") || name.starts_with("cl_")) return "kept for generated code";
  if (own_words.has(name) || is_foreign_word(name)) return "a word of a kernel language";
  return {};
}

std::string reserved_in(const KernelDeclaration& kernel, std::string_view name) {
  if (kernel.loop && name == "count") return "a function";
  const auto is_given = [&](const auto& value) { return value.name == name; };
  const bool of_grid = std::ranges::any_of(given_values(), is_given) || std::ranges::any_of(edges, is_given);
  if (kernel.loop && of_grid && std::ranges::count(given_in_loops, name) == 0) return {};
  std::string meaning = reserved_meaning(name);
  return meaning.empty() && kernel.block ? reserved_in_blocks(name) : meaning;
}

} // namespace nopal
