#pragma once
// Names that nopal accepts for thorns, parameters, groups, variables and schedule items.

#include <string>
#include <string_view>

namespace nopal {

/// A letter, then letters, digits and underscores.
bool is_identifier(std::string_view text);

/// An identifier, or two joined by "::".
bool is_qualified_identifier(std::string_view text);

/// For messages: what is_identifier asks for.
constexpr const char* identifier_rule = "a name is a letter followed by letters, digits and underscores";

} // namespace nopal
