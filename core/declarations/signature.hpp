#pragma once
// Signatures of functions that thorns provide to each other.

#include <string>
#include <string_view>

namespace nopal {

/// One spelling for signatures that differ in blanks only: "double ( double,long )" gives "double(double, long)".
std::string fold_blanks(std::string_view signature);

} // namespace nopal
