#pragma once
// Numbers of points for messages.

#include <string>

namespace nopal {

/// Returns "1 point", or "7 points".
inline std::string points_text(long n) { return std::to_string(n) + (n == 1 ? " point" : " points"); }

} // namespace nopal
