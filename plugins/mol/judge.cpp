// The error control of methods that estimate their errors.

#include <nopal/thorn.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

namespace {

using nopal::Call;

/// The steps of the controller: how much smaller or larger than the last one the next time step may be, and how much
/// smaller it is than the one that would just meet the tolerances.
constexpr double least_factor = 0.2, most_factor = 5, safety = 0.9;

struct StepError {
  double norm = 0;              ///< 1: as large as the tolerances allow
  double largest = 0;           ///< of all variables
  std::string of = "the state"; ///< the variable whose scaled error is the largest
};

double points(const nopal::Box& box) { return static_cast<double>(box.points()); }

StepError error_of_step(const Call& call) {
  const bool rms = call.string("error_norm") == "rms";
  // The boundary belongs to what is reduced. The errors there are zero, and no stage computes it.
  const double share = points(call.domain().points()) / points(call.domain().interior());
  StepError error;
  double squares = 0, variables = 0;
  for (const nopal::Clause& clause : call.reads()) {
    if (!clause.is_reduced()) continue;
    ++variables;
    const std::string name = call.services().variables().full_name(clause.slot.variable);
    const double largest = call.reduce(name, nopal::Reduction::norm_inf);
    const double mean = call.reduce(name, nopal::Reduction::norm2);
    squares += mean * mean * share;
    if (largest > error.largest || std::isnan(largest)) {
      error.largest = largest;
      error.of = name;
    }
    if (std::isnan(largest)) break; // the state is no number any more; no other error can be worse
  }
  const bool finite = std::isfinite(error.largest);
  error.norm = rms && finite ? std::sqrt(squares / variables) : error.largest;
  return error;
}

/// Newton's method, which comes from above. It has the same bits on all machines; pow() has not, and all processes must
/// take the same time step.
double fifth_root(double value) {
  double root = std::max(value, 1.0);
  while (true) {
    const double next = (4 * root + value / (root * root * root * root)) / 5;
    if (!(next < root)) return root;
    root = next;
  }
}

/// How much larger the time step should be. The error of a step of order 5 with an estimate of order 4 grows as dt^5.
double factor(double norm) {
  constexpr double small = 1e-6, large = 1e6; // the factor has reached its bounds there
  if (norm < small) return most_factor;
  if (!(norm < large)) return least_factor;
  return std::clamp(safety * fifth_root(1 / norm), least_factor, most_factor);
}

std::string text(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.3g", value);
  return digits;
}

void reject(Call& call, const StepError& error, std::int64_t tries) {
  try {
    // A step that was rejected becomes smaller, even if its error is just too large.
    call.services().time_step()->repeat(call.dt() * std::min(factor(error.norm), safety));
  } catch (const nopal::Error& refused) {
    throw nopal::Error("after " + std::to_string(tries) + (tries == 1 ? " try" : " tries") + " the error, in " +
                       error.of + ", is " + text(error.norm) +
                       " times as large as the tolerances allow, with the time step " + text(call.dt()) + "; " +
                       refused.what());
  }
}

} // namespace

NOPAL_FUNCTION(no_tries) {
  call.write<std::int64_t>("repeats").value() = 0;
  call.write<std::int64_t>("tries").value() = 0;
}

NOPAL_FUNCTION(judge) {
  std::int64_t& repeats = call.write<std::int64_t>("repeats").value();
  std::int64_t& tries = call.write<std::int64_t>("tries").value();
  tries = repeats > 0 ? tries + 1 : 1;
  const StepError error = error_of_step(call);
  repeats = error.norm <= 1 ? 0 : 1;
  if (repeats > 0) return reject(call, error, tries);
  // After a rejection the next step is no larger, since it would be rejected, too.
  const double most = tries > 1 ? 1.0 : most_factor;
  call.services().time_step()->propose(call.dt() * std::min(factor(error.norm), most));
}
