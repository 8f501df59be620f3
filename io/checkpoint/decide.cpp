// The functions that ask for checkpoints in addition to those of `every`.

#include "slots.hpp"
#include "timing.hpp"

#include <algorithm>
#include <cmath>

namespace nopal::checkpoint {

namespace {

/// The rate of a slow disk. It is used until a checkpoint was timed.
constexpr double bytes_per_second = 1e8;

/// Returns how many values a variable of the group has on all processes.
std::int64_t values_of(Services& services, const Group& group) {
  if (group.kind == GroupKind::gf) return services.decomposition().domain().points().points();
  if (group.kind == GroupKind::dat) return services.mesh().set(group.set).global * group.components;
  return Box{{0, 0, 0}, group.shape}.points();
}

/// Returns the size of the whole state in bytes.
double state_size(Services& services) {
  const Variables& variables = services.variables();
  double bytes = 0;
  for (int g = 0; g < variables.n_groups(); ++g) {
    const Group& group = variables.group(g);
    if (!is_state(group)) continue;
    bytes += static_cast<double>(values_of(services, group)) * static_cast<double>(size_of(group.type)) *
             static_cast<double>(group.variables.size()) * group.timelevels;
  }
  return bytes;
}

void note_iteration(const Services& services, Timing& t) {
  if (t.seen > 0)
    t.iteration = std::max(t.iteration, services.seconds() - t.seen); // the time before the first iteration was set-up
  t.seen = services.seconds();
}

} // namespace

double reserve(Call& call) {
  if (const double given = call.real("reserve"); given >= 0) return given;
  const Timing& t = call.state<Timing>();
  return (t.took >= 0 ? 2 * t.took : state_size(call.services()) / bytes_per_second) + t.iteration +
         2 * call.services().completion_seconds();
}

} // namespace nopal::checkpoint

NOPAL_FUNCTION(decide) {
  using namespace nopal::checkpoint;
  nopal::Services& services = call.services();
  Timing& timing = call.state<Timing>();
  note_iteration(services, timing);
  const double hours = call.real("every_hours");
  const bool late = hours > 0 && services.seconds() - timing.last >= 3600 * hours;
  if (late || services.checkpoint_wanted()) services.request_call("checkpoint::write");
  const double walltime = services.parameters().real("driver::walltime");
  if (call.string("at_end") == "never" || std::isinf(walltime)) return;
  // This iteration takes time, too, before the run can end.
  if (services.seconds() + timing.iteration + reserve(call) >= walltime)
    services.request_interruption("checkpoint: driver.walltime is near, and the last checkpoint needs time");
}

NOPAL_FUNCTION(decide_last) {
  const std::string& when = call.string("at_end");
  const bool wanted =
      when == "always" || (when == "interrupted" && call.services().ending() == nopal::Ending::interrupted);
  if (wanted) call.services().request_call("checkpoint::write_last");
}
