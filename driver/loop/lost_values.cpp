#include "driver/loop/lost_values.hpp"

#include "core/schedule/run_bins.hpp"

#include <algorithm>

namespace nopal {

namespace {

class Search {
public:
  Search(const Schedule& schedule, const Validity& validity) : schedule_(schedule), validity_(validity) {}

  void visit(const ScheduleNode& node, const Schedule::Pass& pass) {
    if (!schedule_.has_turn(node, pass, false)) return;
    if (node.routine >= 0) visit(schedule_.routines()[static_cast<std::size_t>(node.routine)]);
    for (const ScheduleNode& member : node.members) visit(member, schedule_.pass_of_members(node, pass));
  }

  std::vector<Slot> take() { return std::move(lost_); }

private:
  void visit(const Routine& routine) {
    for (const Clause& clause : routine.required())
      if (any(clause.region - validity_.valid_anywhere(clause.slot)) && was_given(clause.slot) &&
          std::ranges::count(written_, clause.slot) == 0 && std::ranges::count(lost_, clause.slot) == 0)
        lost_.push_back(clause.slot);
    for (const Clause& clause : routine.writes) written_.push_back(clause.slot);
  }

  bool was_given(Slot slot) const {
    for (Place place = 0; place < validity_.n_places(); ++place)
      if (validity_.reason(slot, Region::interior, place).kind == EventKind::gave_storage) return true;
    return false;
  }

  const Schedule& schedule_;
  const Validity& validity_;
  std::vector<Slot> written_, lost_;
};

} // namespace

std::vector<Slot> lost_before_end(const Schedule& schedule, const Schedule::Pass& pass, const Validity& validity) {
  Search search(schedule, validity);
  for (const std::string_view bin : last_output_bins)
    for (const ScheduleNode& node : schedule.nodes(bin)) search.visit(node, pass);
  return search.take();
}

} // namespace nopal
