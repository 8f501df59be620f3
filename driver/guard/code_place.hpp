#pragma once
// Finds the source line and the library of an instruction.

#include <string>

namespace nopal {

/// Returns the path of the library or program that holds an address; empty if none does.
std::string module_of(const void* address);

/// Returns "/path/heat.cpp:31, in heat::step()" for a message; without debug information the function and the library.
/// `is_return`: the address is a return address. Runs addr2line (binutils) if it is installed.
std::string code_place(const void* address, bool is_return);

struct SourceLine {
  std::string place;    ///< "file:line"; empty: unknown
  std::string function; ///< without parameters: that at the place, or the innermost known one; may be empty
};
/// Finds, in the output of addr2line, the first place that is not in a header of the compiler or of nopal. In that
/// output functions and places alternate, and a caller follows the functions that were inlined into it. The place is
/// empty if there is none.
SourceLine source_line(const std::string& answer);

} // namespace nopal
