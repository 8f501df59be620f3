#pragma once
// Signatures of functions that thorns provide to each other.

#include <string>
#include <string_view>

namespace nopal {

/// Returns the same text for all signatures that differ only in blanks: "double ( double,long )" gives "double(double,
/// long)".
std::string fold_blanks(std::string_view signature);

} // namespace nopal
