#pragma once
// The text of the functions that stand for casts to integers in OpenCL C and CUDA C++: nopal_to_long() for `(int)`.
// They give the values of host_conversions.hpp.

#include <string>
#include <string_view>

namespace nopal {

/// An integer type of casts. `name`: the end of the function's name. `type`: in both languages.
struct CastTarget {
  std::string_view name, type;
  int bits;
  bool is_signed;
};
inline constexpr CastTarget cast_targets[] = {{"long", "long", 64, true},       {"ulong", "unsigned long", 64, false},
                                              {"int", "int", 32, true},         {"uint", "unsigned int", 32, false},
                                              {"short", "short", 16, true},     {"ushort", "unsigned short", 16, false},
                                              {"char", "signed char", 8, true}, {"uchar", "unsigned char", 8, false}};

/// Returns the functions for one type, one for each type of number.
std::string conversion_functions(const CastTarget& target, bool opencl);
/// The same for nopal_checked_to_long(), …, which also report a real that the integer cannot be (device_checks.hpp).
std::string checked_conversion_functions(const CastTarget& target, bool opencl);

} // namespace nopal
