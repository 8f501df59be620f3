#pragma once
// The option --set thorn.parameter=value.

#include "core/yaml/node.hpp"

namespace nopal {

struct Override {
  std::string thorn;
  std::string parameter;
  yaml::Node value; ///< located as "--set thorn.parameter"
};

/// Splits one text and parses its value as YAML. Returns nothing, and adds an error, if it cannot.
std::optional<Override> parse_override(const std::string& text, ErrorList& errors);

} // namespace nopal
