#pragma once
// The declarations of the active thorns, and the parameters, variables and schedule that follow from them.

#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/parameters/parfile.hpp"
#include "core/schedule/schedule.hpp"
#include "core/variables/variables.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nopal {

struct Description {
  /// Fills the members. The thorns are driver, accelerator and those of the parfile, in this order. Adds its errors and
  /// goes on with the rest, so that a user sees all errors at once. Returns false if a thorn is unknown or a parameter
  /// has no value; then there are no variables and no schedule.
  bool read(const Parfile& source, const SearchPath& path, ErrorList& errors);

  std::string parfile; ///< Parfile::provenance(); thorns write it into their output
  std::vector<ThornDeclaration> thorns;
  Parameters parameters;
  Variables variables;
  Schedule schedule;

  Description() = default;
  // Copies are forbidden, because the schedule holds references to parameters and variables.
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;
};

} // namespace nopal
