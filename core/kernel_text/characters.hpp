#pragma once
// The characters of a kernel's text that compilers would misread, each in its own way.

#include "core/base/error.hpp"

#include <string>

namespace nopal {

/// Removes the byte order mark that some editors write at the start of a file.
std::string without_byte_order_mark(std::string text);

/// Adds an error, with file, line and column, for trigraphs, backslashes at the end of a line, control characters,
/// carriage returns within a line, and characters beyond ASCII outside of comments and quoted texts.
void check_characters(const std::string& text, const std::string& path, ErrorList& errors);

} // namespace nopal
