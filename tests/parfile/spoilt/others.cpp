#include <nopal/thorn.hpp>

#include <algorithm>
#include <limits>

// v is spoilt at the first point of the grid, pair at its last one, list at its third element.
NOPAL_FUNCTION(others) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::string> names = call.strings("others");
  const bool now = call.iteration() >= call.integer("from") && call.iteration() < call.integer("until");
  const auto spoils = [&](const char* name) {
    return now && std::find(names.begin(), names.end(), name) != names.end();
  };
  const nopal::Box all = call.domain().points();
  for (const nopal::Part& part : call.parts()) {
    const auto v = part.write<double>("v");
    const auto pair = part.write<std::complex<double>>("pair");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i) {
          const nopal::Index at{i, j, k};
          const bool last = nopal::Index{i + 1, j + 1, k + 1} == all.upper;
          v(i, j, k) = at == all.lower && spoils("v") ? -infinity : 2.0;
          pair(i, j, k) = last && spoils("pair") ? std::complex{0.5, nan} : std::complex{1.0, -1.0};
        }
  }
  const auto list = call.write<double>("list");
  for (long j = 0; j < 2; ++j)
    for (long i = 0; i < 5; ++i) list(i, j) = i == 2 && j == 0 && spoils("list") ? infinity : 0.0;
  call.write<double>("single").value() = spoils("single") ? nan : static_cast<double>(call.iteration());
  call.write<std::int64_t>("count").value() = call.iteration();
}
