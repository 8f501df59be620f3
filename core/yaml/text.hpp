#pragma once
// Checks of a text that the YAML parser does not make. Internal to core/yaml.

#include "core/yaml/node.hpp"

namespace nopal::yaml {

/// Whether the text is UTF-8 without control characters. Adds an error at the first place where it is not.
/// (yaml-cpp ends the text at some control characters.)
bool check_characters(const std::string& text, const std::string& name, bool lines, ErrorList& errors);

/// Whether the quoted text that begins at this byte ends before the end of the file. (yaml-cpp 0.7 does not check
/// this.)
bool quote_is_closed(const std::string& text, std::size_t position);

/// Returns a message of yaml-cpp in words for the user. `line` counts from 0; -1: unknown.
std::string syntax_message(const std::string& message, const std::string& text, int line);

} // namespace nopal::yaml
