#include "driver/setup/settings.hpp"

#include <algorithm>
#include <set>

namespace nopal {

namespace {

std::vector<int> collect(const Schedule& schedule, std::vector<int> ScheduleNode::* list) {
  std::set<int> found;
  schedule.each_node([&](const ScheduleNode& node) { found.insert((node.*list).begin(), (node.*list).end()); });
  return {found.begin(), found.end()};
}

} // namespace

std::vector<int> synchronised(const Schedule& schedule) { return collect(schedule, &ScheduleNode::sync); }

std::vector<int> temporaries(const Schedule& schedule) { return collect(schedule, &ScheduleNode::storage); }

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
