#pragma once
// A hash of text that is the same in each run and on each machine; std::hash need not be.

#include <cstdint>
#include <string_view>

namespace nopal {

inline constexpr std::uint64_t hash_start = 0xcbf29ce484222325U;

/// Returns the 64-bit FNV-1a hash. Another `start` gives another hash. It finds differences; it is no proof against
/// texts that somebody made equal on purpose.
inline std::uint64_t hash(std::string_view text, std::uint64_t start = hash_start) {
  std::uint64_t value = start;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

} // namespace nopal
