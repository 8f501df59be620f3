#include <nopal/thorn.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace {

using Formula = std::function<double(double i, double j, double ramp)>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::map<std::string, Formula> formulas = {
    {"ramp", [](double, double, double ramp) { return ramp; }},
    {"holes", [](double i, double j, double ramp) { return i == 1   ? nan
                                                           : j == 2 ? -infinity
                                                                    : ramp; }},
    {"nothing", [](double, double, double) { return nan; }},
    {"powers", [](double i, double j, double) { return j == 0 ? 0.0 : std::pow(10.0, i); }},
    {"constant", [](double, double, double) { return 0.3; }},
    {"offset", [](double i, double, double) { return 1.0 + 1e-9 * i; }},
};

} // namespace

NOPAL_FUNCTION(paint) {
  const Formula& formula = formulas.at(call.string("field"));
  for (const nopal::Part& part : call.parts()) {
    const auto phi = part.write<double>("phi");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i)
          phi(i, j, k) =
              formula(static_cast<double>(i), static_cast<double>(j), static_cast<double>(i + 100 * j + 10000 * k));
  }
}
