#include "core/kernels/device_checks.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/kernels/access_fault.hpp"
#include "core/kernels/device_conversions.hpp"
#include "core/kernels/device_launch.hpp"
#include "core/kernels/kernel_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace nopal {

namespace {

/// The types of operands, from the weakest: an operation has the type of the stronger operand.
constexpr std::array<std::string_view, 6> types{"int", "unsigned int", "long", "unsigned long", "float", "double"};
constexpr std::size_t n_integers = 4;

std::string_view function(bool opencl) { return opencl ? "static inline" : "__device__ inline"; }

std::string_view claim(bool opencl) {
  return opencl ? "atomic_cmpxchg((volatile global int*)nopal_fault, 0, 1) != 0" : "atomicCAS(nopal_fault, 0, 1) != 0";
}

/// The smallest number of a signed integer type. Divided by -1 it gives no number of the type.
std::string_view smallest(std::size_t type) {
  return type == 0 ? "(-2147483647 - 1)" : type == 2 ? "(-9223372036854775807L - 1)" : "";
}

std::string division(bool opencl, std::size_t a, std::size_t b, bool remainder) {
  const std::size_t common = std::max(a, b);
  std::string text =
      fmt::format("{} {} {}{}(nopal_fault_memory nopal_fault, const int line, const {} a, const {} b) {{\n",
                  function(opencl), types[common], opencl ? "__attribute__((overloadable)) " : "",
                  remainder ? "nopal_remainder" : "nopal_divide", types[a], types[b]);
  if (common >= n_integers) return text + "  return a / b;\n}\n";
  text += fmt::format("  const {0} p = ({0})a, q = ({0})b;\n  const int wrong = q == 0", types[common]);
  if (!smallest(common).empty()) text += fmt::format(" || (q == -1 && p == {})", smallest(common));
  return text + fmt::format(";\n  if (wrong) nopal_note(nopal_fault, {}, line, (long)p, (long)q);\n"
                            "  return wrong ? 0 : p {} q;\n}}\n",
                            static_cast<int>(remainder ? KernelFault::remainder : KernelFault::division),
                            remainder ? '%' : '/');
}

/// The functions that note a fault, and go on with a value that does no harm. Those with a variant for each type are
/// left out if the source calls none of them.
std::string check_functions(bool opencl, std::string_view source) {
  const auto calls = [&](const std::string& name) { return source.find(name + '(') != std::string_view::npos; };
  std::string text = fmt::format(
      R"({0} void nopal_note(nopal_fault_memory nopal_fault, const int kind, const int line, const long a, const long b) {{
  if ({1}) return;
  nopal_fault[1] = kind;
  nopal_fault[2] = line;
  nopal_fault[3] = (int)(a & 0xffffffffL);
  nopal_fault[4] = (int)(a >> 32);
  nopal_fault[5] = (int)(b & 0xffffffffL);
  nopal_fault[6] = (int)(b >> 32);
}}
{0} long nopal_index(nopal_fault_memory nopal_fault, const int line, const long at, const long size) {{
  if (at >= 0 && at < size) return at;
  nopal_note(nopal_fault, {2}, line, at, size);
  return 0;
}}
{0} int nopal_shift(nopal_fault_memory nopal_fault, const int line, const long bits) {{
  if (bits >= 0 && bits < 64) return (int)bits;
  nopal_note(nopal_fault, {3}, line, bits, 0);
  return 0;
}}
)",
      function(opencl), claim(opencl), static_cast<int>(KernelFault::index), static_cast<int>(KernelFault::shift));
  for (const bool remainder : {false, true}) {
    if (!calls(remainder ? "nopal_remainder" : "nopal_divide")) continue;
    for (std::size_t a = 0; a < types.size(); ++a)
      for (std::size_t b = 0; b < types.size(); ++b)
        if (!remainder || std::max(a, b) < n_integers) text += division(opencl, a, b, remainder);
  }
  for (const CastTarget& target : cast_targets)
    if (calls(fmt::format("nopal_checked_to_{}", target.name))) text += checked_conversion_functions(target, opencl);
  return text;
}

} // namespace

// The first wrong access of a launch is kept. Each of them goes to the nearest point that is stored.
std::string guard_functions_text(bool opencl) {
  std::string text = fmt::format(
      R"({0} int nopal_int(const long n) {{
  return n < -2147483647L ? -2147483647 : n > 2147483647L ? 2147483647 : (int)n;
}}
{0} long nopal_inside(const struct nopal_bounds nopal_limits, const int axis, const long n) {{
  return n < nopal_limits.lower[axis] ? nopal_limits.lower[axis] : n >= nopal_limits.upper[axis] ? nopal_limits.upper[axis] - 1 : n;
}}
{0} void nopal_check(const struct nopal_bounds nopal_limits, {1}int* nopal_fault, const int field, const int line,
    const long i, const long j, const long k, const long at_i, const long at_j, const long at_k) {{
  if (at_i >= nopal_limits.lower[0] && at_i < nopal_limits.upper[0] && at_j >= nopal_limits.lower[1] && at_j < nopal_limits.upper[1] &&
      at_k >= nopal_limits.lower[2] && at_k < nopal_limits.upper[2])
    return;
  if ({2}) return;
  nopal_fault[1] = field;
  nopal_fault[2] = line;
  nopal_fault[3] = nopal_int(i);
  nopal_fault[4] = nopal_int(j);
  nopal_fault[5] = nopal_int(k);
  nopal_fault[6] = nopal_int(at_i);
  nopal_fault[7] = nopal_int(at_j);
  nopal_fault[8] = nopal_int(at_k);
}}
)",
      function(opencl), opencl ? "global " : "", claim(opencl));
  if (opencl)
    return text + R"(static inline long nopal_guarded(const struct nopal_bounds nopal_limits, global int* nopal_fault,
    const int field, const int line, const long i, const long j, const long k, const long at_i, const long at_j,
    const long at_k, const long stride_j, const long stride_k) {
  nopal_check(nopal_limits, nopal_fault, field, line, i, j, k, at_i, at_j, at_k);
  return nopal_inside(nopal_limits, 0, at_i) + nopal_inside(nopal_limits, 1, at_j) * stride_j +
         nopal_inside(nopal_limits, 2, at_k) * stride_k;
}

)";
  return text + R"(template <class Field>
__device__ inline decltype(auto) nopal_guarded(const Field& of, const struct nopal_bounds nopal_limits, int* nopal_fault,
    const int field, const int line, const long i, const long j, const long k, const long at_i, const long at_j,
    const long at_k) {
  nopal_check(nopal_limits, nopal_fault, field, line, i, j, k, at_i, at_j, at_k);
  return of(nopal_inside(nopal_limits, 0, at_i), nopal_inside(nopal_limits, 1, at_j), nopal_inside(nopal_limits, 2, at_k));
}

)";
}

std::string checked_source(const Kernel& kernel, const char* Kernel::* language) {
  const bool opencl = language == &Kernel::opencl;
  const std::string source = kernel.*language;
  std::string text = opencl ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
  text += fmt::format("#define NOPAL_CHECKED\ntypedef {0} nopal_fault_memory;\n"
                      "#define NOPAL_CHECK_PARAMETERS , const struct nopal_bounds nopal_limits, {0} nopal_fault\n"
                      "#define NOPAL_CHECK_VALUES , nopal_limits, nopal_fault\n",
                      opencl ? "global int*" : "int*");
  // Kernels with guarded fields have these themselves.
  if (!kernel.has_guards()) text += std::string(guard_bounds_text) + guard_functions_text(opencl);
  return text + check_functions(opencl, source) + "#line 1 \"generated\"\n" + source;
}

namespace {

std::int64_t joined(int low, int high) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32 |
                                   static_cast<std::uint32_t>(low));
}

/// Lines of functions_file are negative. It lies beside the kernel's own file.
Location location(const Kernel& kernel, int line) {
  if (line >= 0) return {kernel.path, line, 0};
  const std::string_view path = kernel.path;
  const std::size_t folder = path.rfind('/');
  return {std::string(folder == std::string_view::npos ? "" : path.substr(0, folder + 1)) + "functions.kernel", -line,
          0};
}

} // namespace

void fail_on_device(const Kernel& kernel, std::span<const int> seen, const Box& stored) {
  NOPAL_ASSERT(seen.size() == guard_ints);
  if (seen[1] >= 0) fail(kernel, {seen[1], {seen[3], seen[4], seen[5]}, {seen[6], seen[7], seen[8]}, seen[2]}, stored);
  const std::int64_t a = joined(seen[3], seen[4]), b = joined(seen[5], seen[6]);
  const auto text = [&] {
    switch (static_cast<KernelFault>(seen[1])) {
    case KernelFault::division:
    case KernelFault::remainder:
      return division_fault(a, b);
    case KernelFault::index:
      return index_fault(a, fmt::format("which has {} elements", b).c_str());
    case KernelFault::conversion:
      return conversion_fault(std::bit_cast<double>(a));
    case KernelFault::shift:
      break;
    }
    return shift_fault(a);
  };
  throw Error(location(kernel, seen[2]),
              fmt::format("kernel {} of thorn {}: {}", kernel.name, kernel.thorn, text().text));
}

} // namespace nopal
