#pragma once
// Assertions: for bugs of nopal, in every build type. What a user can cause is an Error.

namespace nopal {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;

} // namespace nopal

#define NOPAL_ASSERT(condition) ((condition) ? void(0) : ::nopal::assertion_failed(#condition, __FILE__, __LINE__))
