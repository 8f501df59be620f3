#pragma once
// What is to be run: parfile, declarations, parameters, variables, schedule. Plain values; nothing of the run exists.

#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/parameters/parfile.hpp"
#include "core/schedule/schedule.hpp"
#include "core/variables/variables.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nopal {

/// Filled step by step. Each step adds what is wrong to `errors` and does what it can with the rest, so that a
/// user sees all errors at once.
struct Description {
  /// The declarations of driver, accelerator and the parfile's thorns, in this order.
  void read_thorns(const Parfile& parfile, const SearchPath& path, ErrorList& errors);
  void set_parameters(const Parfile& read, const SearchPath& path, ErrorList& errors);
  /// Whether the following steps make sense: every thorn is known and every parameter has a value.
  bool complete() const;
  void build_variables(ErrorList& errors);
  void build_schedule(const SearchPath& path, ErrorList& errors);

  std::string parfile; ///< Parfile::provenance(), for thorns to record
  std::vector<ThornDeclaration> thorns;
  Parameters parameters;
  Variables variables;
  Schedule schedule;
  bool all_thorns_known = true;

  Description() = default;
  // The schedule refers to parameters and variables.
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;
};

} // namespace nopal
