#include "driver/setup/grid.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// Checks that an array parameter has one entry for each axis, or no entry if that is allowed.
void check_length(const Parameters& parameters, const std::string& name, std::size_t found, std::size_t dimension,
                  bool may_be_empty, ErrorList& errors) {
  if (found == dimension || (may_be_empty && found == 0)) return;
  errors.add(parameters.where("driver::" + name),
             fmt::format("driver.{} has {} {}, expected {}: one for each axis of driver.cells{}", name, found,
                         found == 1 ? "entry" : "entries", dimension, may_be_empty ? ", or none" : ""));
}

} // namespace

std::optional<Domain> read_domain(const Parameters& parameters, ErrorList& errors, const AutomaticWidths& automatic) {
  const auto cells = parameters.integers("driver::cells");
  const auto lower = parameters.reals("driver::lower");
  const auto upper = parameters.reals("driver::upper");
  const auto periodic = parameters.booleans("driver::periodic");
  const std::size_t before = errors.count();
  if (cells.empty() || cells.size() > 3)
    errors.add(parameters.where("driver::cells"),
               fmt::format("driver.cells has {} entries, expected 1 to 3: one for each axis", cells.size()));
  check_length(parameters, "lower", lower.size(), cells.size(), false, errors);
  check_length(parameters, "upper", upper.size(), cells.size(), false, errors);
  check_length(parameters, "periodic", periodic.size(), cells.size(), true, errors);
  if (errors.count() > before) return std::nullopt;

  DomainSpec spec;
  spec.dimension = static_cast<int>(cells.size());
  for (int axis = 0; axis < spec.dimension; ++axis) {
    spec.cells[axis] = cells[axis];
    spec.lower[axis] = lower[axis];
    spec.upper[axis] = upper[axis];
    spec.periodic[axis] = !periodic.empty() && periodic[axis];
  }
  spec.centering = parameters.string("driver::centering") == "cell" ? Centering::cell : Centering::vertex;
  const auto ghosts = parameters.integer("driver::ghosts"), width = parameters.integer("driver::boundary_width");
  spec.ghosts = ghosts < 0 ? automatic.ghosts : ghosts;
  spec.boundary_width = width >= 0 ? width : ghosts < 0 ? automatic.boundary : ghosts;
  spec.courant = parameters.real("driver::courant");
  spec.dt = parameters.real("driver::dt");
  spec.adaptive = parameters.string("driver::time_step") == "adaptive";
  if (spec.dt > 0 && parameters.is_set("driver::courant") && !spec.adaptive)
    errors.add(parameters.where("driver::courant"),
               "driver.courant and driver.dt both set the time step: remove one of them");
  spec.start_time = parameters.real("driver::start_time");
  try {
    return Domain(spec);
  } catch (const Error& error) {
    errors.add(parameters.where("driver::cells"), error.what());
    return std::nullopt;
  }
}

std::optional<Decomposition> read_decomposition(const Parameters& parameters, const Domain& domain, int size,
                                                ErrorList& errors, const std::string& columns,
                                                const InwardPoints& inward) {
  const std::string name = "driver::process_grid";
  const auto given = parameters.integers(name);
  const std::size_t before = errors.count();
  check_length(parameters, "process_grid", given.size(), domain.dimension(), true, errors);
  if (errors.count() > before) return std::nullopt;
  Index process_grid{0, 0, 0};
  std::copy(given.begin(), given.end(), process_grid.begin());
  std::string reason;
  if (!columns.empty() && domain.exists(2)) {
    reason =
        fmt::format("the stencil {} has stages with an order or intervals along k, so each process must hold whole "
                    "columns",
                    columns);
    if (process_grid[2] > 1) {
      errors.add(
          parameters.where(name),
          fmt::format("driver.process_grid divides the k axis among {} processes, but {}: set its last entry to 1",
                      process_grid[2], reason));
      return std::nullopt;
    }
    process_grid[2] = 1;
  }
  try {
    return Decomposition(domain, size, process_grid, inward);
  } catch (const Error& error) {
    errors.add(parameters.where(given.empty() ? "driver::cells" : name),
               error.what() + (reason.empty() ? "" : fmt::format(" ({})", reason)));
    return std::nullopt;
  }
}

std::string grid_summary(const Decomposition& decomposition) {
  const Domain& domain = decomposition.domain();
  const int dimension = domain.dimension();
  std::string spacings, periodic;
  for (int axis = 0; axis < dimension; ++axis) {
    spacings += fmt::format("{}{:.6g}", axis > 0 ? " x " : "", domain.spacing(axis));
    if (domain.periodic(axis)) periodic += std::string(periodic.empty() ? ", periodic in " : ", ") + "xyz"[axis];
  }
  Index least = decomposition.owned(0).extents(), most = least;
  for (int rank = 1; rank < decomposition.size(); ++rank) {
    for (int axis = 0; axis < 3; ++axis) {
      const long extent = decomposition.owned(rank).extent(axis);
      least[axis] = std::min(least[axis], extent);
      most[axis] = std::max(most[axis], extent);
    }
  }
  const std::string dt = domain.spec().adaptive ? "adaptive" : fmt::format("{:.6g}", domain.dt());
  std::string text =
      fmt::format("grid: {}-D, {} points ({} centred), spacing {}, dt {}, ghosts {}, boundary {}{}", dimension,
                  extents_text(domain.points().extents(), dimension),
                  domain.spec().centering == Centering::vertex ? "vertex" : "cell", spacings, dt, domain.spec().ghosts,
                  domain.all_periodic() ? 0 : domain.spec().boundary_width, periodic);
  text += fmt::format("\nprocesses: {} as {}, each owns {} points", decomposition.size(),
                      extents_text(decomposition.process_grid(), dimension), extents_text(most, dimension));
  if (least != most) text += fmt::format(" (the smallest {})", extents_text(least, dimension));
  return text;
}

} // namespace nopal
