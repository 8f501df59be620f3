#include "core/maths/device_texts.hpp"

#include "core/maths/embedded_texts.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace nopal::maths {

namespace {

// The words of texts/README.md, in OpenCL C. With accelerator.contract a compiler may join a product and a sum of a
// kernel, but not of a text.
constexpr std::string_view opencl_words = R"(#pragma OPENCL FP_CONTRACT OFF
typedef double nopal_real;
typedef ulong nopal_bits;
typedef int nopal_test;
typedef ulong nopal_word;
#define NOPAL_MATHS static inline
#define NOPAL_FAR static
#define NOPAL_TABLE constant
NOPAL_MATHS nopal_real nopal_same(double number) { return number; }
NOPAL_MATHS nopal_real nopal_fma(nopal_real a, nopal_real b, nopal_real c) { return NOPAL_INSTRUCTION(fma)(a, b, c); }
NOPAL_MATHS nopal_real nopal_sqrt(nopal_real a) { return NOPAL_INSTRUCTION(sqrt)(a); }
NOPAL_MATHS nopal_real nopal_choose(nopal_test test, nopal_real a, nopal_real b) { return test ? a : b; }
NOPAL_MATHS nopal_real nopal_lesser(nopal_real a, nopal_real b) { return a < b ? a : b; }
NOPAL_MATHS nopal_real nopal_greater(nopal_real a, nopal_real b) { return a > b ? a : b; }
NOPAL_MATHS nopal_bits nopal_to_bits(nopal_real a) { return as_ulong(a); }
NOPAL_MATHS nopal_real nopal_of_bits(nopal_bits a) { return as_double(a); }
NOPAL_FAR nopal_word nopal_to_word(double a) { return as_ulong(a); }
NOPAL_FAR nopal_word nopal_high_product(nopal_word a, nopal_word b) { return mul_hi(a, b); }
NOPAL_FAR double nopal_far_fma(double a, double b, double c) { return NOPAL_INSTRUCTION(fma)(a, b, c); }
)";
constexpr std::string_view opencl_end = R"(#ifdef NOPAL_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
)";

// NVRTC has no such pragma. With accelerator.contract it may join operations of the texts, too.
constexpr std::string_view cuda_words = R"(typedef double nopal_real;
typedef unsigned long nopal_bits;
typedef bool nopal_test;
typedef unsigned long nopal_word;
#define NOPAL_MATHS static __device__ inline
#define NOPAL_FAR static __device__
#define NOPAL_TABLE static __device__ const
NOPAL_MATHS nopal_real nopal_same(double number) { return number; }
NOPAL_MATHS nopal_real nopal_fma(nopal_real a, nopal_real b, nopal_real c) { return __fma_rn(a, b, c); }
NOPAL_MATHS nopal_real nopal_sqrt(nopal_real a) { return __dsqrt_rn(a); }
NOPAL_MATHS nopal_real nopal_choose(nopal_test test, nopal_real a, nopal_real b) { return test ? a : b; }
NOPAL_MATHS nopal_real nopal_lesser(nopal_real a, nopal_real b) { return a < b ? a : b; }
NOPAL_MATHS nopal_real nopal_greater(nopal_real a, nopal_real b) { return a > b ? a : b; }
NOPAL_MATHS nopal_bits nopal_to_bits(nopal_real a) { return (nopal_bits)__double_as_longlong(a); }
NOPAL_MATHS nopal_real nopal_of_bits(nopal_bits a) { return __longlong_as_double((long long)a); }
NOPAL_FAR nopal_word nopal_to_word(double a) { return (nopal_word)__double_as_longlong(a); }
NOPAL_FAR nopal_word nopal_high_product(nopal_word a, nopal_word b) { return __umul64hi(a, b); }
NOPAL_FAR double nopal_far_fma(double a, double b, double c) { return __fma_rn(a, b, c); }
)";

const Text& text_named(std::string_view name) {
  const std::string file = std::string(name) + ".inl";
  const std::span<const Text> texts = maths_texts();
  const auto found = std::ranges::find(texts, file, &Text::name);
  if (found == texts.end()) throw std::out_of_range("core/maths/texts has no file " + file);
  return *found;
}

// Adds a text to the list, after all that it uses.
void collect(std::string_view name, std::vector<Text>& list) {
  const Text& named = text_named(name);
  if (std::ranges::find(list, named.name, &Text::name) != list.end()) return;
  constexpr std::string_view uses = "// Uses:";
  if (const std::size_t at = named.text.find(uses); at != std::string_view::npos) {
    const std::size_t first = at + uses.size();
    std::istringstream words{std::string(named.text.substr(first, named.text.find('\n', first) - first))};
    for (std::string word; words >> word;) collect(word, list);
  }
  list.push_back(named);
}

// Devices compile the text in each run. People read the files.
void append_without_comments(std::string_view text, std::string& to) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find("//"), line.size()));
    line.resize(line.find_last_not_of(' ') + 1);
    if (!line.empty()) to += line + '\n';
  }
}

// The coefficients that stand in a text.
std::string coefficients_of(const std::string& text) {
  std::string lines;
  std::istringstream all{std::string(text_named("coefficients").text)};
  for (std::string line; std::getline(all, line);) {
    std::istringstream words(line);
    std::string define, name;
    if (words >> define >> name && define == "#define" && text.find(name) != std::string::npos) lines += line + '\n';
  }
  return lines;
}

// `library`: what stands before the name of a function of the device's library.
std::string device_text(std::span<const std::string_view> names, std::string_view words, std::string_view end,
                        const std::string& library) {
  if (names.empty()) return {};
  std::string native;
  for (const std::string_view name : names)
    native += "#define nopal_" + std::string(name) + ' ' + library + std::string(name) + '\n';
  std::vector<Text> list;
  for (const std::string_view name : names) collect(name, list);
  std::string text;
  for (const Text& each : list) append_without_comments(each.text, text);
  return "#ifdef NOPAL_NATIVE_MATHS\n" + native + "#else\n" + std::string(words) + coefficients_of(text) + text +
         std::string(end) + "#endif\n";
}

} // namespace

std::string opencl_text(std::span<const std::string_view> names) {
  return device_text(names, opencl_words, opencl_end, "");
}
std::string cuda_text(std::span<const std::string_view> names) { return device_text(names, cuda_words, {}, "::"); }

} // namespace nopal::maths
