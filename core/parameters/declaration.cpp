#include "core/parameters/declaration.hpp"

namespace nopal {

std::string ParameterDeclaration::type_text() const {
  return to_string(type) + (is_array ? "[" + (length ? std::to_string(*length) : "") + "]" : "");
}

std::string ParameterDeclaration::allowed() const {
  std::string text = type_text();
  if (type == ParameterType::boolean) text += ", true or false";
  for (std::size_t i = 0; i < ranges.size(); ++i) text += (i == 0 ? ", " : " or ") + ranges[i].source;
  for (std::size_t i = 0; i < choices.size(); ++i) text += (i == 0 ? ": " : ", ") + choices[i].first;
  return text;
}

} // namespace nopal
