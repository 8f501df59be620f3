#include "core/launch/loop_reach.hpp"

#include "core/launch/launch_numbers.hpp"
#include "core/launch/tried_points.hpp"

#include <algorithm>
#include <string_view>

namespace nopal {

namespace {

/// Values for the reads of one run, for even and odd sums of target and component.
struct Values {
  double even, odd;
};
constexpr Values all_values[] = {{1, 1}, {0, 0}, {-1, -1}, {0.5, -2.5}, {-0.5, 2.5}};

class LoopReachRecorder final : public LoopRecorder {
public:
  explicit LoopReachRecorder(int n_arguments) : seen_(static_cast<std::size_t>(n_arguments)) {}

  /// Call this before each run of the body. `n_targets`: under maps of varying arity.
  void begin(const Values& values, long n_targets) {
    values_ = values;
    n_targets_ = n_targets;
    accesses_ = 0;
    ++run_;
    if (n_targets > 0) ++runs_with_targets_;
  }
  void record(const RecordedLoopAccess& access) override {
    if (++accesses_ > most_accesses) throw TooManyAccesses{};
    std::vector<Seen>& all = seen_[static_cast<std::size_t>(access.argument)];
    auto found = std::ranges::find_if(all, [&](const Seen& seen) {
      return seen.target == access.target && seen.component == access.component && seen.writes == access.writes;
    });
    if (found == all.end()) found = all.insert(all.end(), Seen{access.target, access.component, access.writes});
    if (found->last_run == run_) return;
    found->last_run = run_;
    if (n_targets_ > 0)
      ++found->runs_with_targets;
    else
      found->without_targets = true;
  }
  double value(const RecordedLoopAccess& read) override {
    return (read.target + read.component) % 2 == 0 ? values_.even : values_.odd;
  }
  long count(int /*map*/) override { return n_targets_; }

  /// Call this after the last run.
  std::vector<std::vector<LoopElementUse>> uses() const {
    std::vector<std::vector<LoopElementUse>> result(seen_.size());
    for (std::size_t a = 0; a < seen_.size(); ++a)
      for (const Seen& seen : seen_[a])
        result[a].push_back({seen.target, seen.component, seen.writes, seen.runs_with_targets == runs_with_targets_,
                             seen.without_targets});
    return result;
  }

private:
  struct Seen {
    long target, component;
    bool writes;
    int last_run = 0, runs_with_targets = 0;
    bool without_targets = false;
  };
  std::vector<std::vector<Seen>> seen_; ///< by argument
  Values values_{};
  long n_targets_ = 0, accesses_ = 0;
  int run_ = 0, runs_with_targets_ = 0;
};

LaunchNumbers numbers_of(const LoopKernel& kernel, const Parameters& parameters) {
  LaunchNumbers numbers;
  for (int a = 0; a < kernel.n_arguments; ++a) {
    const LoopArgument& argument = kernel.arguments[a];
    if (argument.kind != ArgumentKind::real && argument.kind != ArgumentKind::integer) continue;
    const bool is_real = argument.kind == ArgumentKind::real;
    if (std::string_view(argument.source).find('@') != std::string_view::npos)
      numbers.add_scalar({0, 0}, is_real); // any slot: the values are dummies
    else
      numbers.add_parameter(argument.source, is_real);
  }
  numbers.refresh(parameters);
  return numbers;
}

} // namespace

LoopReach loop_reach(const LoopKernel& kernel, const Parameters& parameters) {
  if (kernel.text->recording == nullptr) return {};
  LaunchNumbers numbers = numbers_of(kernel, parameters);
  LoopReachRecorder recorder(kernel.n_arguments);
  HostLoop loop;
  loop.reals = numbers.reals().data();
  loop.integers = numbers.integers().data();
  loop.clock.dt = 1;
  const auto run = [&](const Values& values, long n_targets) {
    recorder.begin(values, n_targets);
    numbers.set_scalars(static_cast<double>(loop.clock.iteration) + 1);
    kernel.text->recording(loop, recorder);
    ++loop.clock.iteration;
    loop.clock.time = static_cast<double>(loop.clock.iteration);
  };
  try {
    for (const Values& values : all_values) run(values, tried_targets);
    run(all_values[0], 0);
  } catch (const TooManyAccesses&) {
    return {};
  }
  return {true, recorder.uses()};
}

} // namespace nopal
