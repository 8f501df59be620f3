#pragma once

#include <cstddef>
#include <string>

namespace nopal {

/// Returns a number of bytes as text for people: "1.5 GiB".
std::string bytes_text(std::size_t bytes);

} // namespace nopal
