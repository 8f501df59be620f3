#include "driver/setup/run_description.hpp"

#include "core/check/loop_check.hpp"
#include "core/check/order_check.hpp"
#include "core/check/reach_check.hpp"
#include "core/check/recorded_reads.hpp"
#include "core/check/stencil_check.hpp"
#include "driver/setup/ghost_choice.hpp"
#include "driver/setup/grid_demands.hpp"
#include "driver/setup/inward.hpp"
#include "driver/setup/least_ghosts.hpp"
#include "driver/setup/loop_ways.hpp"

#include <algorithm>
#include <map>

namespace nopal {

namespace {

std::vector<std::string> overrides(const CommandLine& line) {
  std::vector<std::string> all = line.overrides;
  if (!line.recover.empty()) all.push_back("checkpoint.recover=" + Value{false, {line.recover}}.text());
  return all;
}

void append(std::vector<Finding>& findings, const std::vector<Finding>& more) {
  findings.insert(findings.end(), more.begin(), more.end());
}

bool have_equal_boxes(const Decomposition& one, const Decomposition& other) {
  if (one.process_grid() != other.process_grid()) return false;
  for (int axis = 0; axis < 3; ++axis)
    for (Index at{0, 0, 0}; at[axis] < one.process_grid()[axis]; ++at[axis])
      if (one.owned(one.rank(at)) != other.owned(other.rank(at))) return false;
  return true;
}

} // namespace

RunDescription::RunDescription(const CommandLine& command_line, int rank, int size)
    : line(command_line), path(SearchPath::standard()), parfile(line.parfile, overrides(line)), size_(size) {
  const std::vector<std::string>& thorns = parfile.thorns();
  if (!line.recover.empty() && std::find(thorns.begin(), thorns.end(), "checkpoint") == thorns.end())
    throw Error("--recover needs the thorn that reads checkpoints: add checkpoint to \"thorns:\" of " + line.parfile);
  ErrorList errors;
  if (description.read(parfile, path, errors)) {
    check_loop_ways(description.parameters, errors);
    share_grid(required_widths(description), errors);
  }
  errors.raise_if_any();
  libraries = std::make_unique<Libraries>(description, path, errors);
  errors.raise_if_any();
  bind_kernels(rank, errors);
  if (description.parameters.integer("driver::ghosts") < 0)
    widen_ghosts(rank, errors);
  else
    divide_for_kernels(rank, errors);
  check_kernels(rank, errors);
}

bool RunDescription::uses_grid() const {
  const Variables& variables = description.variables;
  for (int g = 0; g < variables.n_groups(); ++g)
    if (variables.group(g).kind == GroupKind::gf) return true;
  return false;
}

std::int64_t RunDescription::points() const {
  std::int64_t most = 0;
  for (const LocalSet& set : mesh.local.sets) most = std::max(most, set.global);
  return uses_grid() || most == 0 ? domain->points().points() : most;
}

std::string RunDescription::title() const {
  return parfile.description().empty() ? line.parfile : line.parfile + ", " + parfile.description();
}

std::optional<Decomposition> RunDescription::split(const Domain& whole, ErrorList& errors) const {
  const Routine* const columns = description.schedule.vertical_stencil();
  return read_decomposition(description.parameters, whole, size_, errors,
                            columns != nullptr ? columns->full_name() : "",
                            kernels ? inward_points(description, *kernels, whole) : InwardPoints{});
}

std::optional<Decomposition> RunDescription::divide(const AutomaticWidths& widths, ErrorList& errors) const {
  const auto whole = read_domain(description.parameters, errors, widths);
  return whole ? split(*whole, errors) : std::nullopt;
}

void RunDescription::share_grid(const AutomaticWidths& widths, ErrorList& errors) {
  domain = read_domain(description.parameters, errors, widths);
  if (!domain) return;
  check_demands(description, *domain, errors);
  check_tile(description.parameters, domain->dimension(), errors);
  limits = read_limits(description.parameters, *domain, errors);
  description.schedule.set_domain(*domain);
  decomposition = split(*domain, errors);
}

void RunDescription::bind_kernels(int rank, ErrorList& errors) {
  kernels = std::make_unique<Kernels>(*libraries, description, *decomposition, rank, errors);
  errors.raise_if_any();
  derive_extents(errors);
  errors.raise_if_any();
}

void RunDescription::widen_ghosts(int rank, ErrorList& errors) {
  AutomaticWidths widths = least_widths(description, *kernels, *domain);
  share_grid(widths, errors);
  errors.raise_if_any();
  ghosts = choose_ghosts(*this);
  widths.ghosts = ghosts.ghosts;
  share_grid(widths, errors);
  errors.raise_if_any();
  bind_kernels(rank, errors);
}

void RunDescription::divide_for_kernels(int rank, ErrorList& errors) {
  const std::optional<Decomposition> divided = split(*domain, errors);
  errors.raise_if_any();
  const bool moves_points = !have_equal_boxes(*decomposition, *divided);
  decomposition = divided;
  if (moves_points) bind_kernels(rank, errors);
}

void RunDescription::check_kernels(int rank, ErrorList& errors) {
  findings = check_stencils(description.schedule, description.variables, description.parameters, *domain);
  if (rank == 0) append(findings, libraries->changed_texts());
  append(findings, check_order(description.variables, description.schedule, description.parameters));
  const std::set<int> callable = description.schedule.callable();
  append(findings, check_reach(description.variables, description.schedule.routines(), *decomposition,
                               [&](const Routine& routine) -> const BoundKernel* {
                                 return routine.is_kernel && callable.contains(routine.id) ? &kernels->of(routine)
                                                                                           : nullptr;
                               }));
  append(findings, check_loops(description.variables, description.schedule.topology(), description.schedule.routines(),
                               description.parameters, [&](const Routine& routine) {
                                 return routine.is_loop() && callable.contains(routine.id) ? libraries->loop(routine)
                                                                                           : nullptr;
                               }));
  add_errors(findings, errors);
  errors.raise_if_any();
}

void RunDescription::derive_extents(ErrorList& errors) {
  std::map<int, KernelReach> known; // recording takes time
  const auto seen = [&](int id, Slot slot) {
    const Routine& routine = description.schedule.routines()[static_cast<std::size_t>(id)];
    Region region = Region::none;
    for (const Clause& clause : routine.writes) region |= clause.region;
    auto [reach, fresh] = known.try_emplace(id);
    if (fresh) {
      const BoundKernel& kernel = kernels->of(routine);
      reach->second = kernel_reach(kernel, *domain, region);
      // An order counts on a grid without the k axis, too.
      if (reach->second.complete && !domain->exists(2))
        reach->second = kernel_reach(kernel, Domain(general_grid(domain->spec())), region);
    }
    return seen_read(reach->second, slot);
  };
  description.schedule.derive_extents(domain->dimension(), seen, errors);
}

} // namespace nopal
