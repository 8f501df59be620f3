#pragma once
// Finds epochs by looking ahead in the steps of a run: consecutive iterations that call nothing but kernels with known
// extents.

#include "core/schedule/run_order.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// The iterations of an epoch: first to first + iterations - 1. All of them have the same calls in the same order.
struct EpochSteps {
  std::int64_t first = 0;
  int iterations = 0; ///< 0: not even the iteration `first` can be part of an epoch
  /// Of all iterations, from begin_iteration on. Those of the last iteration end with its evolution: its output follows
  /// as usual. Pointers are those of the schedule.
  std::vector<Step> steps;
  /// What ends it, or why there is none: "tsv::norms (output): it is a function". Empty: as many iterations as asked
  /// for.
  std::string end;
  bool output_follows = false; ///< the output of the last iteration calls something
  /// The routines that the output of the last iteration calls, up to the first condition that only the run knows.
  std::vector<const Routine*> output{};
  std::vector<std::size_t> lengths; ///< of each iteration: the number of steps up to the end of its evolution

  /// Leaves out the iterations after the first n. There are more than n, and n is at least 1.
  void shorten(int n);
};

class EpochSearch {
public:
  /// Returns why a routine cannot be part of an epoch: "it is a function". Empty: it can be.
  using Obstacle = std::function<std::string(const Routine& routine)>;

  /// The arguments outlive this object.
  EpochSearch(const Schedule& schedule, const Domain& domain, Obstacle obstacle)
      : schedule_(schedule), domain_(domain), obstacle_(std::move(obstacle)) {}

  /// Looks at `most` iterations from `first` on, as they will run if no parameter changes and nobody requests a call.
  EpochSteps find(std::int64_t first, int most) const;

private:
  std::string obstacle_in(const Step& step) const;

  const Schedule& schedule_;
  const Domain& domain_;
  Obstacle obstacle_;
};

} // namespace nopal
