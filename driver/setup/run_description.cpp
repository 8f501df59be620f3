#include "driver/setup/run_description.hpp"

#include "core/check/reach_check.hpp"
#include "driver/setup/grid.hpp"

#include <algorithm>

namespace nopal {

namespace {

// If driver.existing_output is recover, sets checkpoint.recover to auto, unless the thorn is inactive or a value is
// set.
void apply_existing_output(Parameters& parameters) {
  constexpr const char* recover = "checkpoint::recover";
  if (parameters.string("driver::existing_output") != "recover") return;
  if (parameters.find(recover) == nullptr || !parameters.string(recover).empty()) return;
  parameters.set(recover, Value{false, {std::string("auto")}}, {"driver.existing_output", 0, 0});
}

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
  declare(errors);
  if (description.complete()) share_grid(size, errors);
  errors.raise_if_any();
  bind_kernels(rank, errors);
}

std::string RunDescription::title() const {
  return parfile.description().empty() ? line.parfile : line.parfile + ", " + parfile.description();
}

void RunDescription::declare(ErrorList& errors) {
  description.read_thorns(parfile, path, errors);
  description.set_parameters(parfile, path, errors);
  if (!description.complete()) return;
  apply_existing_output(description.parameters);
  description.build_variables(errors);
  description.build_schedule(path, errors);
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
