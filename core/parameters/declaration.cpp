#include "core/parameters/declaration.hpp"

namespace nopal {

std::string ParameterDeclaration::allowed() const {
  std::string text = to_string(type);
  if (is_array) text += "[" + (length ? std::to_string(*length) : "") + "]";
  if (type == ParameterType::boolean) text += ", true or false";
  for (std::size_t i = 0; i < ranges.size(); ++i) text += (i == 0 ? ", " : " or ") + ranges[i].source;
  for (std::size_t i = 0; i < choices.size(); ++i) text += (i == 0 ? ": " : ", ") + choices[i].first;
  return text;
}

} // namespace nopal
