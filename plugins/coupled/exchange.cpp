// What passes between the grid and the mesh. The beads and the grid points around them may belong to different
// processes. So all processes get the values that pass, each from the one process that has it. Sums of them are taken
// in the order of the beads, and have the same bits on any number of processes.

#include "ring.hpp"

#include <nopal/thorn.hpp>

#include <vector>

namespace {

using namespace nopal;

/// The grid points around each bead, and their weights.
std::vector<Interpolant> interpolants(const Call& call) {
  const coupled::Ring ring(call);
  std::vector<Interpolant> all;
  for (std::int64_t bead = 0; bead < ring.beads; ++bead)
    all.push_back(interpolant(call.domain(), ring.place(bead).data(), Interpolation::linear));
  return all;
}

/// Calls visit(number of the bead, point, weight) for the grid points around each bead.
template <class Visit> void for_points(const std::vector<Interpolant>& around, const Visit& visit) {
  for (std::size_t bead = 0; bead < around.size(); ++bead)
    for (int b = 0; b < around[bead].axes[1].n; ++b)
      for (int a = 0; a < around[bead].axes[0].n; ++a)
        visit(bead, Index{around[bead].axes[0].index[a], around[bead].axes[1].index[b], 0},
              around[bead].axes[0].weight[a] * around[bead].axes[1].weight[b]);
}

} // namespace

NOPAL_FUNCTION(feel) {
  const std::vector<Interpolant> around = interpolants(call);
  std::vector<double> values;
  for_points(around, [&](std::size_t, const Index&, double) { values.push_back(0); });
  for (const Part& part : call.parts()) {
    const auto temperature = part.read<double>("temperature@1");
    std::size_t n = 0;
    for_points(around, [&](std::size_t, const Index& point, double) {
      if (part.interior().contains(point)) values[n] = temperature(point[0], point[1]);
      ++n;
    });
  }
  call.services().collective().sum(values);

  std::vector<double> felt_by(around.size());
  std::size_t n = 0;
  for_points(around, [&](std::size_t bead, const Index&, double weight) { felt_by[bead] += weight * values[n++]; });
  const LocalSet& beads = call.services().mesh().set("coupled::beads");
  const auto felt = call.write<double>("felt");
  for (long e = 0; e < beads.owned; ++e)
    felt(0, e) = felt_by[static_cast<std::size_t>(beads.numbers[static_cast<std::size_t>(e)])];
}

NOPAL_FUNCTION(spread) {
  const std::vector<Interpolant> around = interpolants(call);
  const LocalSet& beads = call.services().mesh().set("coupled::beads");
  const auto given = call.read<double>("given");
  std::vector<double> heat(around.size());
  for (long e = 0; e < beads.owned; ++e)
    heat[static_cast<std::size_t>(beads.numbers[static_cast<std::size_t>(e)])] = given(0, e);
  call.services().collective().sum(heat);

  const double area = call.domain().spacing(0) * call.domain().spacing(1);
  for (const Part& part : call.parts()) {
    const auto source = part.write<double>("source");
    const Box& interior = part.interior();
    for (long j = interior.lower[1]; j < interior.upper[1]; ++j)
      for (long i = interior.lower[0]; i < interior.upper[0]; ++i) source(i, j) = 0;
    for_points(around, [&](std::size_t bead, const Index& point, double weight) {
      if (interior.contains(point)) source(point[0], point[1]) += weight * heat[bead] / area;
    });
  }
}

NOPAL_FUNCTION(sum) {
  const double area = call.domain().spacing(0) * call.domain().spacing(1);
  call.write<double>("total").value() =
      area * call.reduce("temperature", Reduction::sum) + call.real("capacity") * call.reduce("warmth", Reduction::sum);
}
