// Finds out whether variables are finite. Grid functions are reduced where their data are, on the host or the device.

#include "find.hpp"
#include "news.hpp"
#include "typed.hpp"

#include <cmath>

namespace nopal::nan_checker {

namespace {

/// Uses norm_inf, because it is finite if and only if all values are finite. Sums can overflow.
bool is_finite(Call& call, const Clause& clause) {
  if (!can_be_not_finite(call.services().variables(), clause.slot.variable)) return true;
  if (clause.is_reduced()) {
    constexpr Reduction largest[] = {Reduction::norm_inf};
    return std::isfinite(call.services().reductions().reduce(clause.slot, largest).front().real);
  }
  bool finite = true;
  with_points(call, clause.slot, [&](const auto& field, const Box& box) { finite = finite && !finds_any(field, box); });
  return finite;
}

/// Returns for each clause whether its variable is finite on all ranks. Collective.
std::vector<bool> which_are_finite(Call& call) {
  std::vector<std::int64_t> bad;
  for (const Clause& clause : call.reads()) bad.push_back(is_finite(call, clause) ? 0 : 1);
  call.services().collective().max(bad);
  std::vector<bool> finite;
  for (const std::int64_t each : bad) finite.push_back(each == 0);
  return finite;
}

} // namespace

} // namespace nopal::nan_checker

NOPAL_FUNCTION(watch) {
  using namespace nopal::nan_checker;
  std::vector<int> variables;
  for (const nopal::Clause& clause : call.reads()) variables.push_back(clause.slot.variable);
  News& news = call.state<News>();
  for (const int variable : news.update(variables, which_are_finite(call)))
    call.services().info("nan_checker: " + call.services().variables().full_name(variable) +
                         " is finite again at iteration " + std::to_string(call.iteration()));
  if (!news.fresh().empty()) call.services().request_call("nan_checker::look");
}
