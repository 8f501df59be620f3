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

/// Call the functions in the order in which they stand here; they fill the members. Each function adds its errors to
/// `errors` and goes on with the rest, so that a user sees all errors at once.
struct Description {
  /// Reads the declarations of driver, accelerator and the parfile's thorns, in this order.
  void read_thorns(const Parfile& parfile, const SearchPath& path, ErrorList& errors);
  void set_parameters(const Parfile& read, const SearchPath& path, ErrorList& errors);
  /// True if every thorn is known and every parameter has a value. Otherwise do not call the functions below.
  bool complete() const;
  void build_variables(ErrorList& errors);
  void build_schedule(const SearchPath& path, ErrorList& errors);

  std::string parfile; ///< Parfile::provenance(); thorns write it into their output
  std::vector<ThornDeclaration> thorns;
  Parameters parameters;
  Variables variables;
  Schedule schedule;
  bool all_thorns_known = true;

  Description() = default;
  // Copies are forbidden, because the schedule holds references to parameters and variables.
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;
};

} // namespace nopal
