#include "core/schedule/schedule.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/clauses.hpp"

namespace nopal {

const std::vector<ScheduleNode>& Schedule::nodes(const std::string& bin) const {
  const auto found = nodes_.find(bin);
  NOPAL_ASSERT(found != nodes_.end());
  return found->second;
}

std::vector<Clause> Schedule::Following::resolve(const Parameters& parameters, const Variables& variables,
                                                 ErrorList& errors) const {
  const MomentsWanted moments = which.empty() ? wanted : wanted_by_parameter(which, parameters, errors);
  return clauses_from_parameter(parameter, from, moments, parameters, variables, errors);
}

void Schedule::Following::apply(Routine& target) const {
  std::vector<Clause>& clauses = from.access == Access::write ? target.writes : target.reads;
  clauses = declared;
  for (const Clause& clause : following) merge(clauses, clause);
}

void Schedule::refresh() {
  ErrorList errors;
  std::vector<std::vector<Clause>> fresh;
  for (const Following& each : following_) fresh.push_back(each.resolve(*parameters_, *variables_, errors));
  errors.raise_if_any();
  for (size_t i = 0; i < following_.size(); ++i) {
    if (fresh[i] == following_[i].following) continue;
    following_[i].following = fresh[i];
    following_[i].apply(routines_[following_[i].routine]);
  }
}

} // namespace nopal
