#pragma once
// The text of a body or a helper function as generated code has it. C and its compilers leave some results open: a real
// that no integer can be, a division of integers by 0, an index outside of a local array, a shift by too many bits.

#include <set>
#include <string>

namespace nopal {

/// Returns the text with a function in place of each cast to an integer: `(int)(x)` becomes `nopal_to_long((x))`. The
/// functions of each language give every real a value (core/kernels/host_conversions.hpp). Lines do not change.
std::string with_conversions(const std::string& text);

/// What with_checks() needs to know beside the text.
struct CheckedNames {
  std::set<std::string> functions{}; ///< helper functions. They get nopal_fault as their first parameter
  int first_line = 1;                ///< of the text, in its file
  int line_sign = 1;                 ///< -1: the text is of functions_file, and lines are given as -1, -2, …
};

/// Returns the text for the checked version on a device. Casts to integers, divisions, remainders, shifts and indices
/// of local arrays become calls of the functions in core/kernels/device_checks.hpp, which get nopal_fault and the line.
/// The generated code gives a check no operand twice, but for `a /= b` and `a %= b`, whose `a` has no effect.
std::string with_checks(const std::string& text, const CheckedNames& names);

} // namespace nopal
