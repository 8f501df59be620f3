#pragma once
// Assertions find bugs of nopal. They are checked in every build type. For a mistake of a user throw an Error instead.

namespace nopal {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;

} // namespace nopal

#define NOPAL_ASSERT(condition) ((condition) ? void(0) : ::nopal::assertion_failed(#condition, __FILE__, __LINE__))
