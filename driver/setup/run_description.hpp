#pragma once
// Everything about a run that does not depend on the machine.

#include "core/check/finding.hpp"
#include "core/grid/decomposition.hpp"
#include "driver/command_line/command_line.hpp"
#include "driver/setup/kernels.hpp"
#include "driver/setup/limits.hpp"

#include <optional>

namespace nopal {

/// Holds everything that follows from the command line, the parfile and the declarations. All of it is checked. Nobody
/// reads the parfile later. Knows no MPI: the caller passes this rank and the number of ranks.
struct RunDescription {
  /// Throws Error with everything that is wrong.
  RunDescription(const CommandLine& command_line, int rank, int size);

  /// Returns the parfile's name and its description.
  std::string title() const;

  CommandLine line;
  SearchPath path;
  Parfile parfile;
  Description description;
  std::optional<Domain> domain;               ///< has a value once constructed
  std::optional<Decomposition> decomposition; ///< has a value once constructed
  Limits limits;
  std::unique_ptr<Libraries> libraries;
  std::unique_ptr<Kernels> kernels; ///< bound to this run
  std::vector<Finding> findings;    ///< warnings about stencils, the order of items, and how far kernels reach

private:
  void share_grid(int size, ErrorList& errors);
  void bind_kernels(int rank, ErrorList& errors);
  /// Asks the kernels of stages how far they read.
  void derive_extents(ErrorList& errors);
};

} // namespace nopal
