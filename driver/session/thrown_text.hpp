#pragma once
// What was thrown, if it is no std::exception.

#include <string>

namespace nopal {

/// Returns "it threw 42, of type int" for the exception that is being handled. The value is known of arithmetic types
/// and of texts. Call this in a handler only.
std::string thrown_text();

} // namespace nopal
