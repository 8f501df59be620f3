#pragma once
// Makes parameters of the driver for tests, with values from a section of a parfile.

#include "core/declarations/resolve.hpp"
#include "core/parameters/parfile.hpp"
#include "tests/support/folders.hpp"

#include <string>

namespace nopal {

/// `section` consists of lines such as "  cells: [4]". Throws Error if they are wrong.
inline Parameters driver_parameters(const std::string& section) {
  ErrorList errors;
  std::vector<ThornDeclaration> thorns;
  for (const char* name : {"driver", "accelerator"})
    thorns.push_back(read_thorn(source_folder() + "/schedules/" + name + ".yaml", errors));
  Parameters parameters;
  declare_parameters(thorns, parameters, errors);
  Parfile::from_text("thorns: []\ndriver:\n" + section, "test.yaml").apply(parameters, errors);
  parameters.check_complete(errors);
  errors.raise_if_any();
  return parameters;
}

} // namespace nopal
