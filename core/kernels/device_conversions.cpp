#include "core/kernels/device_conversions.hpp"

#include "core/kernels/device_checks.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nopal {

namespace {

constexpr std::string_view integers[] = {"int", "unsigned int", "long", "unsigned long"};

// Whether the real `a` becomes an integer of the type. A `long` has no double that lies just before its smallest
// number.
std::string fits(const CastTarget& target) {
  const double end = std::ldexp(1.0, target.bits - (target.is_signed ? 1 : 0));
  return fmt::format("a > {:a} && a < {:a}", target.is_signed ? -end - 1 : -1.0, end);
}

std::string value(const CastTarget& target) {
  const int digits = target.bits - (target.is_signed ? 1 : 0);
  const std::string most = fmt::format("{:#x}UL", ~0UL >> (64 - digits));
  const std::string least = target.is_signed ? fmt::format("(-({0})({1}) - 1)", target.type, most) : "0";
  return fmt::format("{0} ? ({1})a : a > 0 ? ({1}){2} : a < 0 ? ({1}){3} : ({1})0", fits(target), target.type, most,
                     least);
}

// In OpenCL C only marked functions may have one name.
std::string head(const CastTarget& target, bool opencl, std::string_view prefix, std::string_view first) {
  return fmt::format("{} {} {}nopal_{}to_{}({}const ", opencl ? "static inline" : "__device__ inline", target.type,
                     opencl ? "__attribute__((overloadable)) " : "", prefix, target.name, first);
}

} // namespace

std::string conversion_functions(const CastTarget& target, bool opencl) {
  const std::string begin = head(target, opencl, "", "");
  std::string text =
      fmt::format("{0}double a) {{ return {1}; }}\n{0}float of) {{ return nopal_to_{2}((double)of); }}\n", begin,
                  value(target), target.name);
  for (const std::string_view integer : integers)
    text += fmt::format("{}{} a) {{ return ({})a; }}\n", begin, integer, target.type);
  return text;
}

std::string checked_conversion_functions(const CastTarget& target, bool opencl) {
  const std::string begin = head(target, opencl, "checked_", "nopal_fault_memory nopal_fault, const int line, ");
  const std::string least =
      target.is_signed ? fmt::format(" || a == {:a}", -std::ldexp(1.0, target.bits - 1)) : std::string();
  std::string text = fmt::format("{0}double a) {{\n"
                                 "  if (!(({1}){2})) nopal_note(nopal_fault, {6}, line, {3}(a), 0);\n"
                                 "  return {4};\n}}\n"
                                 "{0}float of) {{ return nopal_checked_to_{5}(nopal_fault, line, (double)of); }}\n",
                                 begin, fits(target), least, opencl ? "as_long" : "__double_as_longlong", value(target),
                                 target.name, static_cast<int>(KernelFault::conversion));
  for (const std::string_view integer : integers)
    text += fmt::format("{}{} a) {{ return ({})a; }}\n", begin, integer, target.type);
  return text;
}

} // namespace nopal
