#pragma once
// Everything about a run that does not depend on the machine.

#include "core/check/finding.hpp"
#include "core/grid/decomposition.hpp"
#include "driver/command_line/command_line.hpp"
#include "driver/setup/grid.hpp"
#include "driver/setup/kernels.hpp"
#include "driver/setup/limits.hpp"

#include <optional>

namespace nopal {

/// What driver.ghosts: auto chooses.
struct GhostChoice {
  long ghosts = 1;
  int iterations = 1; ///< between two exchanges; 1: the ghosts are not deep
  std::string text{}; ///< for the log: "driver.ghosts: auto takes 8: …". Empty: the parfile gives a number
};

/// Holds everything that follows from the command line, the parfile and the declarations. All of it is checked. Nobody
/// reads the parfile later. Knows no MPI: the caller passes this rank and the number of ranks.
struct RunDescription {
  /// Throws Error with everything that is wrong.
  RunDescription(const CommandLine& command_line, int rank, int size);

  /// Whether some variable lies on the grid.
  bool uses_grid() const;
  /// Returns the points of the grid. In a run without grid functions it returns the elements of the largest set.
  std::int64_t points() const;
  /// Returns the parfile's name and its description.
  std::string title() const;

  CommandLine line;
  SearchPath path;
  Parfile parfile;
  Description description;
  std::optional<Domain> domain;               ///< has a value once constructed
  std::optional<Decomposition> decomposition; ///< has a value once constructed
  GhostChoice ghosts;
  Limits limits;
  RunMesh mesh; ///< of this process, once make_mesh() (driver/services) has made it; before, all sets are empty
  std::unique_ptr<Libraries> libraries;
  std::unique_ptr<Kernels> kernels; ///< bound to this run
  std::vector<Finding> findings;    ///< warnings about stencils, the order of items, and how far kernels reach

  /// Divides the grid among the processes of the run, with these widths where the parfile says auto. If the kernels are
  /// bound, each process gets what they read next to the outer boundary. Returns nothing, and adds errors, if that is
  /// impossible.
  std::optional<Decomposition> divide(const AutomaticWidths& widths, ErrorList& errors) const;

private:
  void share_grid(const AutomaticWidths& widths, ErrorList& errors);
  std::optional<Decomposition> split(const Domain& whole, ErrorList& errors) const;
  void bind_kernels(int rank, ErrorList& errors);
  void check_kernels(int rank, ErrorList& errors);
  /// Divides the grid again, since the bound kernels now say what they read next to the outer boundary. Binds them
  /// again if that moves points to other processes.
  void divide_for_kernels(int rank, ErrorList& errors);
  /// Follows driver.ghosts: auto. The kernels must be bound. Binds them again, on another grid.
  void widen_ghosts(int rank, ErrorList& errors);
  /// Asks the kernels of stages how far they read.
  void derive_extents(ErrorList& errors);

  int size_;
};

} // namespace nopal
