#include "core/schedule/schedule.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/clauses.hpp"

namespace nopal {

const std::vector<ScheduleNode>& Schedule::nodes(const std::string& bin) const {
  const auto found = nodes_.find(bin);
  NOPAL_ASSERT(found != nodes_.end());
  return found->second;
}

std::vector<Clause> Schedule::FollowingReads::resolve(const Parameters& parameters, const Variables& variables,
                                                      ErrorList& errors) const {
  const MomentsWanted moments = which.empty() ? wanted : wanted_by_parameter(which, parameters, errors);
  return clauses_from_parameter(parameter, in_texts, access, moments, parameters, variables, errors);
}

void Schedule::FollowingReads::apply(Routine& target) const {
  target.reads = declared;
  for (const Clause& clause : following) merge(target.reads, clause);
}

void Schedule::refresh() {
  ErrorList errors;
  std::vector<std::vector<Clause>> fresh;
  for (const FollowingReads& reads : following_) fresh.push_back(reads.resolve(*parameters_, *variables_, errors));
  errors.raise_if_any();
  for (size_t i = 0; i < following_.size(); ++i) {
    if (fresh[i] == following_[i].following) continue;
    following_[i].following = fresh[i];
    following_[i].apply(routines_[following_[i].routine]);
  }
}

} // namespace nopal
