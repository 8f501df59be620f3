#include "driver/setup/inward.hpp"

#include "core/base/points_text.hpp"
#include "core/check/stage_check.hpp"
#include "core/launch/inward_reads.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

class InwardDemands {
public:
  InwardDemands(const Description& description, Kernels& kernels, const Domain& domain)
      : description_(description), kernels_(kernels), domain_(domain) {}

  void add(const Routine& routine) {
    if (routine.is_kernel && !is_of_interior_stage(description_.schedule.routines(), routine)) add_kernel(routine);
    if (routine.is_function()) add_function(routine);
  }
  InwardPoints result() && { return std::move(result_); }

private:
  bool is_field(const Clause& clause) const {
    return description_.variables.group_of(clause.slot.variable).kind == GroupKind::gf;
  }

  void take(int axis, long points, const std::string& reason) {
    if (points <= result_.points[axis] && (points < result_.points[axis] || !result_.reasons[axis].empty())) return;
    result_.points[axis] = points;
    result_.reasons[axis] = reason;
  }

  void add_kernel(const Routine& routine) {
    Region launched = Region::none;
    for (const Clause& clause : routine.writes)
      if (is_field(clause)) launched |= clause.region;
    const InwardReads reads = inward_reads(kernels_.of(routine), domain_, launched);
    for (int axis = 0; axis < 3; ++axis) {
      const InwardRead& read = reads[axis];
      if (read.points > 0)
        take(axis, read.points,
             fmt::format("{} {} {} {} inwards", routine.full_name(), read.is_known ? "reads" : "may read",
                         description_.variables.text(read.slot), points_text(read.points)));
    }
  }

  void add_function(const Routine& routine) {
    const auto writes_boundary = [&](const Clause& clause) {
      return is_field(clause) && any(clause.region & Region::boundary);
    };
    const auto reads_interior = [&](const Clause& clause) {
      return clause.is_direct() && is_field(clause) && any(clause.region & Region::interior);
    };
    const auto write = std::ranges::find_if(routine.writes, writes_boundary);
    const auto read = std::ranges::find_if(routine.reads, reads_interior);
    if (write == routine.writes.end() || read == routine.reads.end()) return;
    for (int axis = 0; axis < 3; ++axis) {
      const long layers = domain_.interior().lower[axis] - domain_.points().lower[axis];
      if (layers > 0)
        take(axis, layers,
             fmt::format("the function {} may read {} {} inwards, one for each layer that it writes",
                         routine.full_name(), description_.variables.text(read->slot), points_text(layers)));
    }
  }

  const Description& description_;
  Kernels& kernels_;
  const Domain& domain_;
  InwardPoints result_;
};

} // namespace

InwardPoints inward_points(const Description& description, Kernels& kernels, const Domain& domain) {
  InwardDemands demands(description, kernels, domain);
  if (domain.has_boundary())
    for (const int id : description.schedule.callable())
      demands.add(description.schedule.routines()[static_cast<std::size_t>(id)]);
  return std::move(demands).result();
}

void check_inward(const Decomposition& decomposition, const InwardPoints& inward) {
  for (int axis = 0; axis < 3; ++axis) {
    const Box& points = decomposition.domain().points();
    if (points.lower[axis] == decomposition.domain().interior().lower[axis]) continue;
    for (const long process : {0L, decomposition.process_grid()[axis] - 1}) {
      Index coordinates{0, 0, 0};
      coordinates[axis] = process;
      const long owned = decomposition.interior(decomposition.rank(coordinates)).extent(axis);
      if (owned < inward.points[axis])
        throw Error(fmt::format("{}, but a process at the outer boundary owns only {} of the interior along {}: end "
                                "this run and start or recover one with these parameters",
                                inward.reasons[axis], points_text(owned), "xyz"[axis]));
    }
  }
}

} // namespace nopal
