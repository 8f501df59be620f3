#include "core/schedule/schedule.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/clauses.hpp"

namespace nopal {

const std::vector<ScheduleNode>& Schedule::nodes(const std::string& bin) const {
  const auto found = nodes_.find(bin);
  NOPAL_ASSERT(found != nodes_.end());
  return found->second;
}

void Schedule::FollowingReads::apply(Routine& target) const {
  target.reads = declared;
  for (const Clause& clause : following) merge(target.reads, clause);
  target.reduces = wanted;
}

void Schedule::refresh() {
  ErrorList errors;
  std::vector<std::vector<Clause>> fresh;
  std::vector<MomentsWanted> wanted;
  for (const FollowingReads& reads : following_) {
    fresh.push_back(
        clauses_from_parameter(reads.parameter, reads.in_texts, reads.kind, *parameters_, *variables_, errors));
    wanted.push_back(reads.which.empty() ? reads.wanted : wanted_by_parameter(reads.which, *parameters_, errors));
  }
  errors.raise_if_any();
  for (size_t i = 0; i < following_.size(); ++i) {
    if (fresh[i] == following_[i].following && wanted[i] == following_[i].wanted) continue;
    following_[i].following = fresh[i];
    following_[i].wanted = wanted[i];
    following_[i].apply(routines_[following_[i].routine]);
  }
}

} // namespace nopal
