#include <nopal/thorn.hpp>

#include <string>

NOPAL_FUNCTION(begin) {
  call.write<double>("spread").value() = 1e300;
  call.write<std::int64_t>("sweeps").value() = 0;
}

NOPAL_FUNCTION(measure) {
  constexpr nopal::Reduction extremes[] = {nopal::Reduction::min, nopal::Reduction::max};
  for (const nopal::Clause& clause : call.reads()) {
    if (!clause.is_reduced()) continue;
    const std::vector<nopal::Reduced> found = call.services().reductions().reduce(clause.slot, extremes);
    call.write<double>("spread").value() = found[1].real - found[0].real;
  }
  ++call.write<std::int64_t>("sweeps").value();
}

NOPAL_FUNCTION(stop) {
  call.services().request_termination("the spread is " + std::to_string(call.read<double>("spread").value()));
}
