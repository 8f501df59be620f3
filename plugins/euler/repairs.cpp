// Counts what positivity: repair has done. The kernel repair notes it in each cell.

#include <nopal/thorn.hpp>

#include <string>

NOPAL_FUNCTION(sum_repairs) {
  call.write<double>("n_repaired").value() = call.reduce("repaired", nopal::Reduction::sum);
}

NOPAL_FUNCTION(tell_repairs) {
  const auto repairs = static_cast<long long>(call.reduce("repaired", nopal::Reduction::sum));
  const auto most = static_cast<long long>(call.reduce("repaired", nopal::Reduction::max));
  call.services().info("euler: positivity: repair has raised density or pressure " + std::to_string(repairs) +
                       " times, at most " + std::to_string(most) + " times in one cell; each stage counts");
}
