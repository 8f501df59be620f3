#pragma once
// Numbers in the text of a kernel that have another value than they seem to have.

#include <string>
#include <string_view>

namespace nopal {

/// Returns what is wrong with a number, and what to write; empty: nothing is.
std::string wrong_number(std::string_view number);

} // namespace nopal
