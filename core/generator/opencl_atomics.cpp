#include "core/generator/emit_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nopal::emit {

namespace {

// A type of elements, and the integer type of the same size that compare-and-exchange works on.
struct Element {
  std::string_view type, word, to_word, from_word, exchange;
  bool is_integer;
};
constexpr std::array elements = {
    Element{"int", "int", "", "", "atomic_cmpxchg", true},
    Element{"uint", "uint", "", "", "atomic_cmpxchg", true},
    Element{"float", "int", "as_int", "as_float", "atomic_cmpxchg", false},
    Element{"long", "long", "", "", "atom_cmpxchg", true},
    Element{"double", "long", "as_long", "as_double", "atom_cmpxchg", false},
};

struct OpenclOperation {
  std::string_view name, parameters, next;
  bool integers_only;
};
constexpr std::array opencl_operations = {
    OpenclOperation{"add", "VALUE", "nopal_old + nopal_v", false},
    OpenclOperation{"sub", "VALUE", "nopal_old - nopal_v", false},
    OpenclOperation{"min", "VALUE", "nopal_v < nopal_old ? nopal_v : nopal_old", false},
    OpenclOperation{"max", "VALUE", "nopal_v > nopal_old ? nopal_v : nopal_old", false},
    OpenclOperation{"exch", "VALUE", "nopal_v", false},
    OpenclOperation{"inc", "VALUE", "nopal_old >= nopal_v ? 0 : nopal_old + 1", true},
    OpenclOperation{"dec", "VALUE", "nopal_old == 0 || nopal_old > nopal_v ? nopal_v : nopal_old - 1", true},
    OpenclOperation{"and", "VALUE", "nopal_old & nopal_v", true},
    OpenclOperation{"or", "VALUE", "nopal_old | nopal_v", true},
    OpenclOperation{"xor", "VALUE", "nopal_old ^ nopal_v", true},
    OpenclOperation{"cas", "COMPARE, VALUE", "nopal_old == nopal_compare ? nopal_v : nopal_old", false},
};

// Returns the call of OpenCL's own function: atomic_* for int and uint, atom_* for long. Empty: OpenCL has none.
std::string native(std::string_view operation, const Element& element) {
  const bool is_long = element.type == "long";
  const bool base = operation == "add" || operation == "sub";
  const bool more =
      operation == "min" || operation == "max" || operation == "and" || operation == "or" || operation == "xor";
  if (element.is_integer && (base || (more && !is_long)))
    return fmt::format("{}_{}(nopal_p, nopal_v)", is_long ? "atom" : "atomic", operation);
  return "";
}

std::string function(const OpenclOperation& operation, const Element& element, std::string_view space) {
  const bool compares = operation.name == "cas";
  std::string text = fmt::format("static inline {0} __attribute__((overloadable)) nopal_atomic_{1}(volatile {2} {0}* "
                                 "nopal_p, {3}const {0} nopal_v) {{\n",
                                 element.type, operation.name, space,
                                 compares ? fmt::format("const {} nopal_compare, ", element.type) : "");
  if (const std::string call = native(operation.name, element); !call.empty())
    return text + "  return " + call + ";\n}\n";
  return text + fmt::format(R"(  volatile {0} {1}* nopal_w = (volatile {0} {1}*)nopal_p;
  for ({1} nopal_seen = *nopal_w;;) {{
    const {2} nopal_old = {3}(nopal_seen);
    const {2} nopal_next = {4};
    const {1} nopal_found = {5}(nopal_w, nopal_seen, {6}(nopal_next));
    if (nopal_found == nopal_seen) return nopal_old;
    nopal_seen = nopal_found;
  }}
}}
)",
                            space, element.word, element.type, element.from_word, operation.next, element.exchange,
                            element.to_word);
}

constexpr std::string_view enable_wide =
    "#ifdef cl_khr_int64_base_atomics\n#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n#endif\n";

} // namespace

std::string opencl_add_real() {
  const auto add = std::ranges::find(opencl_operations, "add", &OpenclOperation::name);
  const auto real = std::ranges::find(elements, "double", &Element::type);
  return std::string(enable_wide) + function(*add, *real, "global") +
         "static inline void nopal_add(volatile global double* nopal_p, const double nopal_v) {\n"
         "  nopal_atomic_add(nopal_p, nopal_v);\n}\n\n";
}

std::string opencl_atomics(const KernelText& text) {
  std::string functions, names;
  for (const OpenclOperation& operation : opencl_operations) {
    const std::string name = fmt::format("atomic_{}", operation.name);
    if (!calls(text, name)) continue;
    for (const Element& element : elements) {
      if (operation.integers_only && !element.is_integer) continue;
      const bool wide = element.word == "long";
      if (wide) functions += "#ifdef cl_khr_int64_base_atomics\n";
      for (const char* space : {"global", "local"}) functions += function(operation, element, space);
      if (wide) functions += "#endif\n";
    }
    names +=
        fmt::format("#undef {0}\n#define {0}(TARGET, {1}) nopal_{0}(&(TARGET), {1})\n", name, operation.parameters);
  }
  if (functions.empty()) return "";
  return std::string(enable_wide) + functions + names + "\n";
}

} // namespace nopal::emit
