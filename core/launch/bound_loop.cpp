#include "core/launch/bound_loop.hpp"

#include "core/base/assert.hpp"
#include "core/declarations/thorn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nopal {

namespace {

/// Elements whose totals are gathered before they are added: adding many at once is faster.
constexpr std::int32_t most_at_once = 4096;

[[noreturn]] void outdated(const LoopKernel& kernel, const char* source, std::string_view what) {
  throw Error(fmt::format("the library of thorn {} was built from another declaration than the one loaded: kernel {} "
                          "needs {}, {}; build the thorn again",
                          kernel.thorn, kernel.name, source, what));
}

Slot find_slot(const LoopKernel& kernel, const LoopArgument& argument, const Variables& variables) {
  const SlotName source = parse_slot(argument.source);
  const auto variable = variables.find_variable(source.name);
  const int timelevel = source.timelevel.value_or(0);
  if (!variable || timelevel >= variables.timelevels(*variable))
    outdated(kernel, argument.source, "which no active thorn declares any more");
  const Group& group = variables.group_of(*variable);
  const GroupKind kind = argument.kind == ArgumentKind::dat ? GroupKind::dat : GroupKind::scalar;
  const bool is_integer = argument.is_integer || argument.kind == ArgumentKind::integer;
  if (group.kind != kind || (group.type == Type::integer) != is_integer ||
      (kind == GroupKind::dat && group.components != argument.components))
    outdated(kernel, argument.source, "which has another type or another number of components now");
  return {*variable, timelevel};
}

} // namespace

const LoopShares& LoopShareCache::find(const RunMesh& mesh, const SetLoop& loop, const std::vector<int>& maps,
                                       bool alone, int n_threads, LoopPart run) {
  const LocalSet& set = mesh.local.sets[static_cast<std::size_t>(loop.set)];
  const std::vector<int> added = loop.added_maps();
  NOPAL_ASSERT(run == LoopPart::all || !alone || added.empty());
  const bool in_order = !added.empty() && run == LoopPart::all && (alone || n_threads == 1);
  const Key key{loop.set, in_order || added.empty() ? std::vector<int>{} : maps, added, in_order ? 0 : n_threads, run};
  auto found = shares_.find(key);
  if (found == shares_.end())
    found = shares_
                .emplace(key, added.empty() ? LoopShares::blocks(set, run)
                              : in_order    ? LoopShares::in_order(set)
                                            : LoopShares::by_targets(mesh, loop.set, maps, added, n_threads, run))
                .first;
  return found->second;
}

BoundLoop::BoundLoop(const LoopKernel& kernel, std::shared_ptr<const SetLoop> loop, const Variables& variables,
                     const Parameters& parameters, const RunMesh& mesh, LoopShareCache& shares)
    : kernel_(&kernel), loop_(std::move(loop)), mesh_(&mesh),
      set_(&mesh.local.sets[static_cast<std::size_t>(loop_->set)]), cache_(&shares) {
  for (const LoopMap& map : std::span(kernel.maps, static_cast<std::size_t>(kernel.n_maps))) {
    const auto number = mesh.topology.find_map(map.name);
    if (!number || mesh.topology.maps[static_cast<std::size_t>(*number)].arity != map.arity ||
        mesh.topology.maps[static_cast<std::size_t>(*number)].by_rule != map.by_rule)
      outdated(kernel, map.name, "a map that no active thorn declares with this arity and this by_rule any more");
    map_numbers_.push_back(*number);
    const LocalMap& local = mesh.local.maps[static_cast<std::size_t>(*number)];
    if (const LineRows* const lines = local.lines())
      maps_.push_back({.pairs = lines->pairs.data(), .columns = lines->columns});
    else
      maps_.push_back({.targets = local.table().targets().data(),
                       .offsets = map.arity > 0 ? nullptr : local.table().offsets().data()});
  }
  for (int a = 0; a < kernel.n_arguments; ++a) bind(kernel.arguments[a], variables, parameters);
  host_dats_.resize(dats_.size());
  numbers_.refresh(parameters);
}

void BoundLoop::bind(const LoopArgument& argument, const Variables& variables, const Parameters& parameters) {
  if (argument.kind == ArgumentKind::dat) return dats_.push_back(find_slot(*kernel_, argument, variables));
  if (argument.kind == ArgumentKind::total) {
    LoopTotal& total = totals_.emplace_back();
    total.slot = find_slot(*kernel_, argument, variables);
    total.access = argument.access;
    total.is_integer = argument.is_integer;
    if (argument.has_from) total.from = argument.from;
    return;
  }
  const bool is_scalar = std::string_view(argument.source).find('@') != std::string_view::npos;
  const bool is_real = argument.kind == ArgumentKind::real;
  const ParameterDeclaration* const parameter = parameters.find(argument.source);
  if (!is_scalar && (parameter == nullptr || (parameter->type == ParameterType::real) != is_real))
    outdated(*kernel_, argument.source, "a parameter that has another type now");
  if (is_scalar)
    numbers_.add_scalar(find_slot(*kernel_, argument, variables), is_real);
  else
    numbers_.add_parameter(argument.source, is_real);
}

bool BoundLoop::must_run_alone() const {
  const std::span arguments(kernel_->arguments, static_cast<std::size_t>(kernel_->n_arguments));
  return std::any_of(arguments.begin(), arguments.end(), [](const LoopArgument& argument) {
    return argument.kind == ArgumentKind::total ||
           (argument.kind == ArgumentKind::dat && argument.map < 0 && argument.access != Access::read);
  });
}

bool BoundLoop::can_be_split(bool on_device) const {
  if (set_->core == 0) return false;
  return on_device ? !on_device_ || on_device_->can_be_split() : !must_run_alone() || !loop_->adds_elsewhere();
}

const LoopShares& BoundLoop::set_members(int n, LoopPart part) {
  if (std::ssize(members_) != n) make_members(n);
  const LoopShares*& shares = shares_[static_cast<std::size_t>(part)];
  if (shares == nullptr) shares = &cache_->find(*mesh_, *loop_, map_numbers_, must_run_alone(), n, part);
  return *shares;
}

void BoundLoop::make_members(int n) {
  shares_ = {};
  members_.clear();
  members_.resize(static_cast<std::size_t>(n));
  for (Member& member : members_) {
    member.totals = totals_;
    member.values.resize(totals_.size() * most_at_once * sizeof(double));
    for (std::size_t t = 0; t < totals_.size(); ++t)
      member.places.push_back(member.values.data() + t * most_at_once * sizeof(double));
  }
}

void BoundLoop::run_share(const HostLoop& launch, HostLoopKernel run, std::span<const LoopSegment> share,
                          Member& member) const {
  std::vector<LoopTotal>& totals = member.totals;
  for (LoopSegment segment : share) {
    const std::int32_t end = segment.end;
    // What the execute halo gives to totals, its owners give, too.
    for (; segment.first < end; segment.first = segment.end) {
      segment.end = totals.empty() ? end : std::min(end, segment.first + most_at_once);
      run(launch, segment, member.places.data());
      const auto n = static_cast<std::size_t>(std::clamp(set_->owned - segment.first, 0, segment.end - segment.first));
      for (std::size_t t = 0; t < totals.size(); ++t) {
        if (totals[t].is_integer)
          totals[t].add(std::span(static_cast<const std::int64_t*>(member.places[t]), n));
        else
          totals[t].add(std::span(static_cast<const double*>(member.places[t]), n));
      }
    }
  }
}

void BoundLoop::run_on_host(HostMemory& memory, const KernelClock& clock, HostVersion version, HostBackend* backend,
                            LoopPart part) {
  numbers_.read(memory);
  for (std::size_t d = 0; d < dats_.size(); ++d) {
    const Layout& layout = memory.layout(dats_[d].variable);
    host_dats_[d] = {memory.data(dats_[d]), static_cast<std::int32_t>(layout.box.extent(1))};
  }
  const HostLoop launch{.dats = host_dats_.data(),
                        .maps = maps_.data(),
                        .reals = numbers_.reals().data(),
                        .integers = numbers_.integers().data(),
                        .clock = clock,
                        .numbers = set_->numbers.data()};
  const HostLoopKernel run = version == HostVersion::plain ? kernel_->plain : kernel_->checked;
  const LoopShares& shares = set_members(backend == nullptr ? 1 : backend->members(), part);
  if (part != LoopPart::rest)
    for (Member& member : members_)
      for (LoopTotal& total : member.totals) total.clear();
  const auto work = [&](int member, long first, long last) {
    for (long share = first; share < last; ++share)
      run_share(launch, run, shares.part(share), members_[static_cast<std::size_t>(member)]);
  };
  if (backend == nullptr)
    work(0, 0, shares.n_parts());
  else
    backend->share(shares.n_parts(), work);
  if (part == LoopPart::core) return;
  for (LoopTotal& total : totals_) total.clear();
  for (const Member& member : members_)
    for (std::size_t t = 0; t < totals_.size(); ++t) totals_[t].merge(member.totals[t]);
}

void BoundLoop::prepare(LoopStore& store, const LoopWays& ways) {
  if (kernel_->device == nullptr)
    throw Error(fmt::format("the library of thorn {} was built from another declaration than the one loaded: kernel {} "
                            "has no version for devices; build the thorn again",
                            kernel_->thorn, kernel_->name));
  on_device_.emplace(LoopOnDevice{*kernel_, *loop_, dats_, map_numbers_, *mesh_}, ways, store);
}

void BoundLoop::run_on_device(Device& device, HostMemory& memory, const KernelClock& clock, LoopPart part) {
  numbers_.read(memory);
  on_device_->launch(device, {numbers_.reals(), numbers_.integers(), clock}, part);
}

void BoundLoop::reduce_totals(Device& device) {
  for (LoopTotal& total : totals_) total.clear();
  on_device_->reduce(device, totals_);
}

} // namespace nopal
