#include "driver/commands/commands.hpp"

#include "core/declarations/reference.hpp"
#include "core/declarations/thorn.hpp"

namespace nopal {

namespace {

std::vector<ThornDeclaration> read_all(const std::vector<std::string>& names, const SearchPath& path) {
  std::vector<ThornDeclaration> declarations;
  declarations.reserve(names.size());
  ErrorList errors;
  for (const std::string& name : names) declarations.push_back(read_thorn(path.thorn_file(name, {}), errors));
  errors.raise_if_any();
  return declarations;
}

} // namespace

std::string describe_text(const std::string& thorn) {
  return describe_thorn(read_all({thorn}, SearchPath::standard()).front());
}

std::string reference_text(const std::string& thorn) {
  const SearchPath path = SearchPath::standard();
  return parameter_reference(read_all(thorn.empty() ? path.thorn_names() : std::vector{thorn}, path));
}

} // namespace nopal
