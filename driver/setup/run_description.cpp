#include "driver/setup/run_description.hpp"

#include "core/check/reach_check.hpp"
#include "driver/setup/grid.hpp"

#include <algorithm>

namespace nopal {

namespace {

std::vector<std::string> overrides(const CommandLine& line) {
  std::vector<std::string> all = line.overrides;
  if (!line.recover.empty()) all.push_back("checkpoint.recover=" + Value{false, {line.recover}}.text());
  return all;
}

} // namespace

RunDescription::RunDescription(const CommandLine& command_line, int rank, int size)
    : line(command_line), path(SearchPath::standard()), parfile(line.parfile, overrides(line)) {
  const std::vector<std::string>& thorns = parfile.thorns();
  if (!line.recover.empty() && std::find(thorns.begin(), thorns.end(), "checkpoint") == thorns.end())
    throw Error("--recover needs the thorn that reads checkpoints: add checkpoint to \"thorns:\" of " + line.parfile);
  ErrorList errors;
  if (description.read(parfile, path, errors)) share_grid(size, errors);
  errors.raise_if_any();
  bind_kernels(rank, errors);
}

std::string RunDescription::title() const {
  return parfile.description().empty() ? line.parfile : line.parfile + ", " + parfile.description();
}

void RunDescription::share_grid(int size, ErrorList& errors) {
  domain = read_domain(description.parameters, errors);
  if (!domain) return;
  limits = read_limits(description.parameters, *domain, errors);
  description.schedule.set_time_step(domain->dt());
  decomposition = read_decomposition(description.parameters, *domain, size, errors);
}

void RunDescription::bind_kernels(int rank, ErrorList& errors) {
  libraries = std::make_unique<Libraries>(description, path, errors);
  errors.raise_if_any();
  kernels = std::make_unique<Kernels>(*libraries, description, *decomposition, rank, errors);
  errors.raise_if_any();
  const std::set<int> callable = description.schedule.callable();
  findings = check_reach(description.variables, description.schedule.routines(), *decomposition,
                         [&](const Routine& routine) -> const BoundKernel* {
                           return routine.is_kernel && callable.contains(routine.id) ? &kernels->of(routine) : nullptr;
                         });
  add_errors(findings, errors);
  errors.raise_if_any();
}

} // namespace nopal
