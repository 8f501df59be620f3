#include <nopal/thorn.hpp>

NOPAL_FUNCTION(total) {
  nopal::ExactSum sum; // the same bits for any number of processes
  for (const nopal::Part& part : call.parts()) {
    const auto u = part.read<double>("u");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i) sum.add(u(i, j, k));
  }

  double volume = 1;
  for (int axis = 0; axis < call.domain().dimension(); ++axis) volume *= call.domain().spacing(axis);
  call.write<double>("total").value() = volume * call.services().reductions().sum(sum);
}
