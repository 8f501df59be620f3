#pragma once
// Where in which library an instruction comes from.

#include <string>

namespace nopal {

/// The library or program that holds an address: its path; empty where none does.
std::string module_of(const void* address);

/// "/path/heat.cpp:31, in heat::step()" with debug information, else the function and the library, for a message.
/// `is_return`: the address is where a call returns to. Asks addr2line (binutils) where it is installed.
std::string code_place(const void* address, bool is_return);

/// The file and line of addr2line's answer (a function and a place on alternate lines, inlined callers after what they
/// call) that a thorn's author knows: the first that is no header of the compiler or of nopal. Empty where there is
/// none.
struct SourceLine {
  std::string place;    ///< "file:line"; empty: unknown
  std::string function; ///< of the place, or the innermost that is known; may be empty
};
SourceLine source_line(const std::string& answer);

} // namespace nopal
