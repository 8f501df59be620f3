#pragma once
// The rules for names of thorns, parameters, groups, variables and schedule items.

#include <string>
#include <string_view>

namespace nopal {

/// True for a letter followed by letters, digits and underscores.
bool is_identifier(std::string_view text);

/// True for an identifier, or for two identifiers joined by "::".
bool is_qualified_identifier(std::string_view text);

/// The rule of is_identifier, as text for messages.
constexpr const char* identifier_rule = "a name is a letter followed by letters, digits and underscores";

} // namespace nopal
