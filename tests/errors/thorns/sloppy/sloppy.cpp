#include <nopal/thorn.hpp>

#include <cstdint>
#include <string>

NOPAL_FUNCTION(mark) {
  const std::string& fault = call.string("fault");
  const bool last = call.services().rank() == call.services().size() - 1;
  const bool half = fault == "half_function" || (fault == "one_rank" && last);
  for (const nopal::Part& part : call.parts()) {
    const auto mark = part.write<std::int64_t>("mark");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0] + (half ? 2 : 0); i < owned.upper[0]; ++i) mark(i, j, k) = i + j + k;
  }
}

NOPAL_FUNCTION(add) {
  double& total = call.write<double>("total").value();
  const nopal::Part part = call.only_part();
  total += part.read<double>("u@0")(part.owned().upper[0] - 2, part.owned().upper[1] - 2, 0);
}

NOPAL_FUNCTION(sum) {
  nopal::ExactSum sum;
  for (const nopal::Part& part : call.parts()) {
    const auto u = part.read<double>("u@0");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i) sum.add(u(i, j, k));
  }
  call.write<double>("total").value() = call.services().reductions().sum(sum);
}
