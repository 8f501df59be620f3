#include "driver/setup/settings.hpp"

#include <algorithm>
#include <set>

namespace nopal {

namespace {

void collect(const Schedule& schedule, const std::vector<ScheduleNode>& nodes, std::vector<int> ScheduleNode::*of_node,
             std::vector<int> Routine::*of_routine, std::set<int>& found) {
  for (const ScheduleNode& node : nodes) {
    const std::vector<int>& variables =
        node.routine >= 0 ? schedule.routines()[static_cast<std::size_t>(node.routine)].*of_routine : node.*of_node;
    found.insert(variables.begin(), variables.end());
    collect(schedule, node.members, of_node, of_routine, found);
  }
}

std::vector<int> collect(const Schedule& schedule, std::vector<int> ScheduleNode::*of_node,
                         std::vector<int> Routine::*of_routine) {
  std::set<int> found;
  for (const Bin& bin : schedule.bins()) collect(schedule, schedule.nodes(bin.name), of_node, of_routine, found);
  return {found.begin(), found.end()};
}

} // namespace

std::vector<int> synchronised(const Schedule& schedule) {
  return collect(schedule, &ScheduleNode::sync, &Routine::sync);
}

std::vector<int> temporaries(const Schedule& schedule) {
  return collect(schedule, &ScheduleNode::storage, &Routine::storage);
}

bool reduces(const Schedule& schedule) {
  const std::vector<Routine>& routines = schedule.routines();
  const std::set<int> callable = schedule.callable();
  return std::any_of(callable.begin(), callable.end(), [&](int routine) {
    const std::vector<Clause>& reads = routines[static_cast<std::size_t>(routine)].reads;
    return std::any_of(reads.begin(), reads.end(), [](const Clause& clause) { return clause.is_reduced(); });
  });
}

AcceleratorSettings accelerator_settings(const Parameters& parameters) {
  AcceleratorSettings settings;
  settings.very_verbose = parameters.boolean("accelerator::veryverbose");
  settings.verbose = settings.very_verbose || parameters.boolean("accelerator::verbose");
  settings.verbose_from = parameters.integer("accelerator::verbose_from");
  settings.verbose_to = parameters.integer("accelerator::verbose_to");
  settings.copy_back_vars = parameters.string("accelerator::copy_back_vars");
  settings.copy_back_every = parameters.integer("accelerator::copy_back_every");
  settings.copy_back_all_written_variables_in_analysis =
      parameters.boolean("accelerator::copy_back_all_written_variables_in_analysis");
  settings.copy_back_all_timelevels = parameters.boolean("accelerator::copy_back_all_timelevels");
  settings.poison = parameters.boolean("accelerator::poison");
  return settings;
}

} // namespace nopal
