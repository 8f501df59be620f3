#include "extremes.hpp"

#include "values.hpp"

#include "io/common/finite.hpp"
#include "io/common/number_text.hpp"

#include <cmath>
#include <span>

namespace nopal::slices {

Extremes extremes_of(Call& call, Slot slot, const Plane& plane) {
  Extremes extremes;
  const common::NotFiniteIn report(call, slot, "slices");
  for (const Part& part : call.parts()) {
    const Box box = intersection(plane.box, part.owned());
    with_values(call, part, slot, [&](const auto& value_at) {
      for (long k = box.lower[2]; k < box.upper[2]; ++k)
        for (long j = box.lower[1]; j < box.upper[1]; ++j)
          for (long i = box.lower[0]; i < box.upper[0]; ++i) {
            const double value = value_at(i, j, k);
            extremes.add(value);
            if (extremes.not_finite == 1 && !std::isfinite(value)) // the first one
              report.at_point({i, j, k}, common::value_text(std::span(&value, 1)));
          }
    });
  }
  return of_all_processes(call.services().collective(), extremes);
}

Extremes of_all_processes(Collective& collective, const Extremes& mine) {
  double least[] = {mine.min, -mine.max, mine.min_positive};
  std::int64_t counts[] = {mine.not_finite, mine.not_positive};
  collective.min(least);
  collective.sum(counts);
  return {least[0], 0.0 - least[1], least[2], counts[0], counts[1]};
}

} // namespace nopal::slices
