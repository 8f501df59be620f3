// Reports the values that are not finite.

#include "dump.hpp"
#include "gather.hpp"
#include "news.hpp"
#include "report.hpp"
#include "typed.hpp"

#include <algorithm>

namespace nopal::nan_checker {

namespace {

/// Returns whether this rank reports an array or scalar. Each rank has a copy; the lowest rank whose copy is not finite
/// reports. Collective.
bool speaks(Services& services, const Found& mine) {
  const int rank = mine.total() > 0 ? services.rank() : services.size();
  return services.collective().min(rank) == services.rank();
}

/// Collective. Returns the results of all ranks on rank 0.
Found find_all(Call& call, Slot slot, std::size_t most_points) {
  Services& services = call.services();
  const Group& group = services.variables().group_of(slot.variable);
  if (group.kind == GroupKind::dat) {
    const LocalSet& set = services.mesh().set(group.set);
    const Found mine = find(call.read<double>(slot), set, group.components, most_points, services.rank());
    return gather(services, mine, most_points);
  }
  Found mine;
  with_points(call, slot, [&](const auto& field, const Box& box) {
    mine.merge(find(field, box, most_points, services.rank()), most_points);
  });
  if (group.kind != GroupKind::gf && !speaks(services, mine)) mine = {};
  return gather(services, mine, most_points);
}

/// Rank 0 calls this. Returns the report; `dumps`: writes the file, too.
std::string account(const Call& call, Slot slot, const Found& found, std::size_t listed, bool dumps) {
  std::string text = report(call, slot, found, listed);
  if (!dumps) return text;
  try {
    return text + "\n  the points were written to " + dump(call, slot, found);
  } catch (const Error& error) {
    return text + "\n  " + error.what();
  }
}

} // namespace

} // namespace nopal::nan_checker

NOPAL_FUNCTION(look) {
  using namespace nopal;
  using namespace nopal::nan_checker;
  Services& services = call.services();
  const std::string& action = call.string("action");
  const auto listed = static_cast<std::size_t>(call.integer("points"));
  const bool dumps = action == "dump";
  const std::size_t most_points =
      dumps ? std::max(listed, static_cast<std::size_t>(call.integer("dump_points"))) : listed;
  std::string text;
  News& news = call.state<News>();
  for (const int variable : news.fresh()) {
    const Slot slot{variable, 0};
    // One point is the minimum, because the report of a scalar shows its value.
    const Found found = find_all(call, slot, std::max<std::size_t>(most_points, 1));
    if (services.rank() == 0) text += (text.empty() ? "" : "\n") + account(call, slot, found, listed, dumps);
  }
  text = services.collective().broadcast(std::move(text));
  for (const int variable : news.fresh()) services.has_reported_not_finite(variable);
  news.told();
  if (action != "warn") throw Error(text);
  services.warn("nan_checker: " + text);
}
