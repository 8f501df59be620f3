#pragma once
// Checks of a text before and beside the YAML parser. Internal to core/yaml.

#include "core/yaml/node.hpp"

namespace nopal::yaml {

/// Whether the text is UTF-8 without control characters; adds an error at the first place where it is not.
/// (yaml-cpp takes some control characters for the end of the text.)
bool check_characters(const std::string& text, const std::string& name, bool lines, ErrorList& errors);

/// Whether the quoted text that begins at this byte ends before the end of the file. (yaml-cpp 0.7 does not ask.)
bool quote_is_closed(const std::string& text, std::size_t position);

/// What a message of yaml-cpp means for the writer of the file. `line` counts from 0, or is -1.
std::string syntax_message(const std::string& message, const std::string& text, int line);

} // namespace nopal::yaml
