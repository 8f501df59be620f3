#pragma once
// A run of some ranks in one process: a field evolves, the kernels of the thorn `boundary` compute the outer boundary,
// and ghosts are exchanged. Points that have not been computed are NaN.

#include "core/declarations/thorn.hpp"
#include "core/launch/bound_kernel.hpp"
#include "core/launch/inward_reads.hpp"
#include "core/plugins/loader.hpp"
#include "core/spaces/exchange.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/points.hpp"
#include "tests/unit/grid/random_decompositions.hpp"
#include "tests/unit/spaces/boundary_cases.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <memory>

namespace nopal::test {

inline const Kernel& boundary_kernel(const std::string& name) {
  const Plugin& plugin = load_plugin(build_folder() + "/lib/nopal/libboundary.so", "thorn", "boundary");
  for (int n = 0; n < plugin.n_kernels; ++n)
    if (name == plugin.kernels[n]->name) return *plugin.kernels[n];
  throw Error("boundary has no kernel " + name);
}

inline Parameters boundary_parameters() {
  ErrorList errors;
  Parameters parameters;
  for (const char* name : {"driver", "boundary"})
    for (const ParameterDeclaration& parameter :
         read_thorn(source_folder() + "/schedules/" + name + ".yaml", errors).parameters)
      parameters.declare(parameter);
  errors.raise_if_any();
  return parameters;
}

/// The fields of the test and the kernels of a case.
struct BoundaryKernels {
  static constexpr int now = 0, before = 1, rate = 2, source = 3; ///< the variables

  explicit BoundaryKernels(const BoundaryCase& its)
      : drawn(its), domain(its.spec), variables(fields()), fill(bind("fill_rest", {{"u", now}})),
        copy(bind("copy_some", {{"u", now}, {"c", source}})), radiate(bind("radiate", {{"u", before}, {"r", rate}})) {}

  /// What the kernels of the case read next to the boundary.
  InwardPoints inward() const {
    InwardPoints result;
    const auto add = [&](const BoundKernel& kernel) {
      const InwardReads reads = inward_reads(kernel, domain, Region::boundary);
      for (int axis = 0; axis < 3; ++axis) result.points[axis] = std::max(result.points[axis], reads[axis].points);
    };
    add(fill);
    if (drawn.has("radiation")) add(radiate);
    return result;
  }

  const BoundaryCase& drawn;
  Domain domain;
  Variables variables;
  BoundKernel fill, copy, radiate;

private:
  static Variables fields() {
    Variables variables;
    Group group;
    group.thorn = "t";
    group.name = "fields";
    variables.add_group(group, {"now", "before", "rate", "source"});
    return variables;
  }
  BoundKernel bind(const std::string& name, const std::vector<Binding>& bindings) const {
    static const Parameters parameters = boundary_parameters();
    return {boundary_kernel(name), variables, parameters, kernel_grid(domain), bindings, drawn.values};
  }
};

class BoundaryRun {
public:
  BoundaryRun(const BoundaryCase& drawn, BoundaryKernels& kernels, const Decomposition& decomposition)
      : case_(drawn), kernels_(kernels), decomposition_(decomposition),
        exchange_(exchange_plan(decomposition, 0, decomposition.size())) {
    for (int rank = 0; rank < decomposition.size(); ++rank) {
      ranks_.push_back({ArrayMemory(kernels.variables, decomposition, rank),
                        launch_boxes(decomposition, rank, Region::boundary), decomposition.stored(rank)});
      Rank& own = ranks_.back();
      for_each_point(own.stored, [&](const Index& at) {
        value(own, BoundaryKernels::now, at) = given(at);
        value(own, BoundaryKernels::source, at) = 1 - given(at);
      });
    }
  }

  void step() {
    for (Rank& rank : ranks_) {
      for_each_point(rank.stored, [&](const Index& at) {
        value(rank, BoundaryKernels::before, at) = value(rank, BoundaryKernels::now, at);
        value(rank, BoundaryKernels::now, at) = std::numeric_limits<double>::quiet_NaN();
      });
      evolve(rank);
      compute_boundary(rank);
    }
    for (const GhostStrip& strip : exchange_.local)
      for_each_point(strip.ghosts.box(), [&](const Index& at) {
        Index from = at;
        for (int axis = 0; axis < 3; ++axis) from[axis] += strip.shift()[axis];
        value(ranks_[strip.part], BoundaryKernels::now, at) =
            value(ranks_[strip.source_part], BoundaryKernels::now, from);
      });
  }

  /// Returns the first stored point whose bits are not those of the other run, which has one rank. Empty: none.
  std::string difference(BoundaryRun& whole) {
    std::string text;
    for (Rank& rank : ranks_)
      for_each_point(rank.stored, [&](const Index& at) {
        const double here = value(rank, BoundaryKernels::now, at);
        const double there = value(whole.ranks_[0], BoundaryKernels::now, wrapped(decomposition_.domain(), at));
        if (text.empty() && (std::isnan(there) || std::bit_cast<long>(here) != std::bit_cast<long>(there)))
          text = fmt::format("({}, {}, {}) is {}, not {}", at[0], at[1], at[2], here, there);
      });
    return text;
  }

private:
  struct Rank {
    ArrayMemory memory;
    std::vector<LaunchBox> boundary;
    Box stored;
  };

  static double& value(Rank& rank, int variable, const Index& at) {
    return reinterpret_cast<double*>(
        rank.memory.data({variable, 0}))[rank.memory.layout(variable).index(at[0], at[1], at[2])];
  }
  /// A value for each point of the domain. An image has that of its owner.
  double given(const Index& at) const {
    const Index owner = wrapped(decomposition_.domain(), at);
    return 0.1 + static_cast<double>((owner[0] * 7919 + owner[1] * 104729 + owner[2] * 1299709 + 100) % 1009) / 1009;
  }
  Box interior(int rank) const { return decomposition_.interior(rank); }

  /// Reads as far as ghosts and boundary are wide.
  void evolve(Rank& rank) {
    const DomainSpec& spec = case_.spec;
    Index reach{0, 0, 0};
    for (int axis = 0; axis < spec.dimension; ++axis)
      reach[axis] = spec.periodic[axis] ? spec.ghosts : std::min(spec.ghosts, spec.boundary_width);
    const auto before = [&](const Index& at, const Index& side) {
      return value(rank, BoundaryKernels::before,
                   {at[0] + side[0] * reach[0], at[1] + side[1] * reach[1], at[2] + side[2] * reach[2]});
    };
    for_each_point(interior(static_cast<int>(&rank - ranks_.data())), [&](const Index& at) {
      double sum = 0.3 * before(at, {0, 0, 0});
      sum += 0.11 * before(at, {1, 0, 0}) + 0.07 * before(at, {-1, 0, 0});
      sum += 0.05 * before(at, {0, 1, 0}) + 0.13 * before(at, {0, -1, 0});
      sum += 0.03 * before(at, {0, 0, 1}) + 0.17 * before(at, {0, 0, -1});
      value(rank, BoundaryKernels::now, at) = sum + 0.02 * before(at, {1, 1, 1}) + 0.04 * before(at, {-1, -1, -1});
    });
  }

  /// As mol and boundary do: where waves leave, the boundary is integrated; then come faces that others set and copies;
  /// the rest follows.
  void compute_boundary(Rank& rank) {
    const KernelClock clock{0.5, 0.125, 1};
    if (case_.has("radiation")) {
      kernels_.radiate.run_on_host(rank.memory, rank.boundary, clock);
      each_of(rank, "", [&](const Index& at) {
        value(rank, BoundaryKernels::now, at) =
            value(rank, BoundaryKernels::before, at) + 0.01 * value(rank, BoundaryKernels::rate, at);
      });
    }
    each_of(rank, "none", [&](const Index& at) { value(rank, BoundaryKernels::now, at) = 2 * given(at); });
    if (case_.has("copy")) kernels_.copy.run_on_host(rank.memory, rank.boundary, clock);
    each_of(rank, "rotated", [&](const Index& at) { value(rank, BoundaryKernels::now, at) = 3 * given(at); });
    kernels_.fill.run_on_host(rank.memory, rank.boundary, clock);
  }

  /// Visits the rank's boundary points at faces with the condition; "": all boundary points.
  template <class Visit> void each_of(Rank& rank, const std::string& condition, const Visit& visit) {
    for (const LaunchBox& box : rank.boundary)
      if (condition.empty() || case_.has(condition, box.normal)) for_each_point(box.box, visit);
  }

  const BoundaryCase& case_;
  BoundaryKernels& kernels_;
  const Decomposition& decomposition_;
  ExchangePlan exchange_;
  std::vector<Rank> ranks_;
};

} // namespace nopal::test
