#include "core/check/steering_check.hpp"

#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace nopal {

namespace {

class Uses {
public:
  Uses(const Schedule& schedule, const std::vector<ThornDeclaration>& thorns) : thorns_(thorns) {
    for (const Routine& routine : schedule.routines()) {
      const bool at_start = is_start_bin(routine.bin);
      for (const std::string& parameter : routine.uses) {
        if (at_start)
          at_start_.emplace(parameter, routine.full_name());
        else
          later_.insert(parameter);
      }
      if (routine.is_function() && !at_start) with_functions_.insert(routine.thorn);
    }
    schedule.each_node([this](const ScheduleNode& node) {
      for (const auto* conditions : {&node.if_conditions, &node.while_conditions})
        for (const Condition& condition : *conditions)
          later_.insert(condition.parameters.begin(), condition.parameters.end());
      later_.insert({node.every.iterations, node.every.time, node.every.at_end});
    });
    for (const DtLimit& limit : schedule.dt_limits())
      for (const auto& [name, operand] : limit.names) later_.insert(operand.parameter);
  }

  /// Returns a kernel at the start that uses the parameter, if nothing reads it later. Null: steering it may have an
  /// effect.
  const std::string* only_user(const ParameterDeclaration& parameter) const {
    const auto user = at_start_.find(parameter.full_name());
    const bool is_seen_later =
        later_.contains(parameter.full_name()) || std::ranges::any_of(thorns_, [&](const ThornDeclaration& thorn) {
          const bool sees = thorn.name == parameter.thorn || std::ranges::count(thorn.inherits, parameter.thorn) > 0;
          return sees && with_functions_.contains(thorn.name);
        });
    return user == at_start_.end() || is_seen_later ? nullptr : &user->second;
  }

private:
  const std::vector<ThornDeclaration>& thorns_;
  std::map<std::string, std::string> at_start_; ///< a routine by the full name of the parameter
  std::set<std::string> later_;                 ///< full names of parameters
  /// Thorns whose code reads parameters later: those with functions that run later, and those that are nopal itself.
  std::set<std::string> with_functions_{"accelerator", "driver"};
};

} // namespace

std::vector<Finding> check_steering(const Schedule& schedule, const std::vector<ThornDeclaration>& thorns) {
  const Uses uses(schedule, thorns);
  std::vector<Finding> findings;
  for (const ThornDeclaration& thorn : thorns)
    for (const ParameterDeclaration& parameter : thorn.parameters) {
      if (parameter.steerable != Steerable::always) continue;
      if (const std::string* user = uses.only_user(parameter))
        findings.push_back(
            {Severity::warning, parameter.full_name(), parameter.where,
             fmt::format("may be steered at any time, but only routines at the start of a run use it, such as "
                         "{}, so that a change has no effect",
                         *user),
             "write steerable: never"});
    }
  return findings;
}

} // namespace nopal
