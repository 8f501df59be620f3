#include "driver/commands/commands.hpp"

#include "core/declarations/reference.hpp"
#include "core/declarations/thorn.hpp"

namespace nopal {

std::string describe_text(const std::string& thorn) {
  const SearchPath path = SearchPath::standard();
  ErrorList errors;
  const ThornDeclaration declaration = read_thorn(path.thorn_file(thorn, {}), errors);
  errors.raise_if_any();
  return describe_thorn(declaration);
}

} // namespace nopal
