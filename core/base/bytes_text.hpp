#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nopal {

/// Returns a number of bytes as text for people: "1.5 GiB".
std::string bytes_text(std::size_t bytes);

/// Reads a number of bytes: "40 GiB", "1.5 MB", "4096 bytes", "4096". Units are those of bytes_text() and kB, MB, GB,
/// TB and PB, the powers of 1000. Returns nothing if the text is anything else, or if 64 bits cannot hold the number.
std::optional<std::size_t> parse_bytes(std::string_view text);

} // namespace nopal
