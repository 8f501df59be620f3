// The limit of the time step: runs that choose their steps follow it, other runs are compared with it.

#include <nopal/thorn.hpp>

#include <cstdio>

namespace {

bool has_warned = false;

std::string number_text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

} // namespace

NOPAL_FUNCTION(no_limit) {
  has_warned = false; // a process may make several runs
  call.write<double>("fastest").value() = 0;
}

NOPAL_FUNCTION(compare_step) {
  const double most = 1 / call.reduce("rate", nopal::Reduction::max);
  if (has_warned || !(call.dt() > most)) return;
  has_warned = true;
  call.services().warn("euler: at iteration " + std::to_string(call.iteration()) + " the time step is " +
                       number_text(call.dt()) + ", but max_dt, from the fastest wave, is " + number_text(most) +
                       ": take a smaller driver.dt, or driver.time_step: adaptive");
}

NOPAL_FUNCTION(find_rate) { call.write<double>("fastest").value() = call.reduce("rate", nopal::Reduction::max); }
