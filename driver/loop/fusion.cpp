#include "driver/loop/fusion.hpp"

#include "core/base/bytes_text.hpp"
#include "core/launch/kernel_extents.hpp"
#include "driver/setup/memory.hpp"
#include "driver/setup/stencils.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace nopal {

namespace {

std::string names_of_calls(const std::vector<const Routine*>& calls) {
  std::vector<std::string> texts;
  for (const Routine* call : calls) texts.push_back(call->full_name());
  return fmt::format("{}", fmt::join(texts, " + "));
}

/// Returns the axis along which tiles follow each other: k if a stage reads other k, since the next tile then finds
/// what it reads in the cache.
int axis_of_reads(const StencilPhase& phase, int dimension) {
  const bool along_k = std::ranges::any_of(phase.chain.stages, [](const Stage& stage) {
    return std::ranges::any_of(
        stage.reads, [](const StageRead& read) { return read.extent.lower[2] != 0 || read.extent.upper[2] != 0; });
  });
  return along_k ? 2 : dimension == 1 ? TileOrder::no_axis : 1;
}

/// Collective. Returns whether it is true on all processes.
bool everywhere(const Session& session, bool here) {
  int all = here ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, session.communicator());
  return all != 0;
}

} // namespace

FusedGroup::FusedGroup(std::vector<const Routine*> calls, FusedCalls fused, std::vector<TiledPhase> phases,
                       std::vector<std::string> texts, bool only_fused)
    : calls_(std::move(calls)), fused_(std::move(fused)), phases_(std::move(phases)), texts_(std::move(texts)),
      trial_(static_cast<int>(phases_.size()) + 1) {
  if (only_fused && !phases_.empty()) trial_.decide(1);
}

std::string FusedGroup::name() const { return names_of_calls(calls_); }

bool FusedGroup::took(double seconds) {
  if (trial_.is_over()) return false;
  trial_.add(seconds);
  if (!trial_.is_over()) return false;
  for (std::size_t p = 0; p < phases_.size(); ++p)
    if (static_cast<int>(p) + 1 != way()) phases_[p].release();
  return true;
}

std::string FusedGroup::account() const {
  const auto text = [&](int way) {
    return way == 0 ? std::string("one after the other") : texts_[static_cast<std::size_t>(way) - 1];
  };
  std::string account =
      way() == 0 ? name() + " are computed one after the other" : name() + " are computed together, " + text(way());
  if (trial_.best(0) < 0) return account;
  account += "; the shortest calls in each way:";
  for (int each = 0; each < trial_.n_ways(); ++each)
    account +=
        fmt::format("\n  {:.3g} ms: {}{}", 1e3 * trial_.best(each), text(each), each == way() ? " (from now on)" : "");
  return account;
}

void FusedGroup::run(const HostRun& run, const FusedRun& fused) {
  phases_[static_cast<std::size_t>(way()) - 1].run(run, fused);
}

// Poison, guard and checks look at values between two calls. Fused calls keep none.
Fusion::Fusion(const CallEnvironment& environment, const Session& session, Storage& storage)
    : environment_(environment), session_(session), storage_(storage) {
  const std::string& wish = environment_.run->description.parameters.string("driver::fusion");
  always_ = wish == "always";
  off_ = wish == "never" || environment_.device != nullptr || environment_.streamer != nullptr ||
         environment_.guard != nullptr || environment_.version != HostVersion::plain ||
         environment_.kernel_version != HostVersion::plain ||
         environment_.run->description.parameters.boolean("accelerator::poison");
}

std::optional<Extent> Fusion::extent_of(const Routine& kernel, Slot slot) {
  const auto [known, is_new] = extents_.try_emplace(kernel.id);
  if (is_new) {
    const Index interior{0, 0, 0};
    const KernelExtents found = kernel_extents(environment_.run->kernels->of(kernel), {&interior, 1});
    for (const FieldExtent& field : found.fields) {
      if (!found.unknown.empty() || !field.read) continue;
      Extent extent = *field.read;
      for (int axis = environment_.run->domain->dimension(); axis < 3; ++axis)
        extent.lower[axis] = extent.upper[axis] = 0;
      known->second[field.slot] = extent;
    }
  }
  return known->second[slot];
}

KernelTexts Fusion::texts() {
  return {[this](const Routine& kernel, Slot slot) { return extent_of(kernel, slot); },
          [this](const Routine& kernel) {
            return std::string_view(environment_.run->kernels->of(kernel).kernel().branches).empty();
          }};
}

bool Fusion::is_candidate(const Routine& routine) {
  if (routine.stencil != nullptr) return true;
  return routine.is_kernel && environment_.run->kernels->of(routine).kernel().blocks == nullptr;
}

// Most calls cannot begin a group, and the run asks before each call.
bool Fusion::may_begin(const Routine& routine) {
  const auto [known, is_new] = may_begin_.try_emplace(&routine, false);
  const Description& description = environment_.run->description;
  if (is_new)
    known->second = is_candidate(routine) &&
                    may_begin_fusion(routine, description.schedule, description.variables, description.parameters);
  return known->second;
}

bool Fusion::may_end(const Routine& routine) {
  const auto [known, is_new] = may_end_.try_emplace(&routine, false);
  if (is_new) known->second = may_end_fusion(routine, environment_.run->description.variables, texts());
  return known->second;
}

/// Returns the first calls, up to the first one that may end a group.
std::vector<const Routine*> Fusion::calls_of(std::span<const Step> steps) {
  std::vector<const Routine*> calls;
  for (const Step& step : steps) {
    if (step.kind != StepKind::call || !is_candidate(*step.routine)) return {};
    calls.push_back(step.routine);
    if (calls.size() > 1 && may_end(*step.routine)) return calls;
  }
  return {};
}

FusedGroup* Fusion::find(std::span<const Step> steps) {
  if (off_ || !may_begin(*steps.front().routine)) return nullptr;
  const std::vector<const Routine*> calls = calls_of(steps);
  if (calls.empty()) return nullptr;
  const auto [found, is_new] = groups_.try_emplace(calls);
  if (is_new) found->second = make(calls);
  return found->second.get();
}

std::size_t Fusion::spare_bytes(const FusedCalls& fused) const {
  std::size_t bytes = 0;
  for (const TileOutput& output : fused.outputs)
    if (output.renewed && !storage_.has_spare(output.slot)) bytes += storage_.slot_bytes(output.slot);
  return bytes;
}

/// Collective.
std::unique_ptr<FusedGroup> Fusion::make(const std::vector<const Routine*>& calls) {
  const RunDescription& run = *environment_.run;
  std::optional<FusedCalls> fused =
      fuse(calls, run.description.schedule, run.description.variables, run.description.parameters, texts());
  if (!fused) return nullptr;
  const Box interior = run.decomposition->interior(session_.rank());
  const TileWish wish =
      tile_wish(run.description.parameters, environment_.host != nullptr ? environment_.host->members() : 1);
  const TileDemand demand = tile_demand(fused->phase, fused->phase.propagation.stages, interior,
                                        run.domain->dimension(), axis_of_reads(fused->phase, run.domain->dimension()));
  const std::size_t bytes =
      static_cast<std::size_t>(demand.stored_fields) * static_cast<std::size_t>(interior.points()) * sizeof(double);
  // The fields of one process may fit into its caches, and those of another one not. All processes must do the same,
  // since fused calls change what is valid.
  const bool fits = bytes <= wish.cache_bytes * static_cast<std::size_t>(wish.threads);
  if (!always_ && everywhere(session_, fits)) return nullptr;
  if (!nodes_have(session_, spare_bytes(*fused))) return nullptr;
  take_spares(*fused);

  std::vector<TiledKernel> kernels;
  for (std::size_t s = 0; s < fused->kernels.size(); ++s) {
    const Routine& kernel = run.description.schedule.routines()[static_cast<std::size_t>(fused->kernels[s].routine)];
    kernels.push_back({static_cast<int>(s), &run.kernels->of(kernel), std::nullopt, fused->kernels[s].call});
  }
  std::vector<TiledPhase> phases;
  std::vector<std::string> texts;
  for (const TileChoice& choice : choose_tiles(demand, wish)) {
    if (phases.size() == most_shapes || interior.empty()) break;
    TiledPhase phase(fused->phase, fused->phase.propagation.stages, *run.domain,
                     Tiling{interior, choice.shape, demand.axis});
    if (!phases.empty() && phase.buffer_bytes() > most_caches * wish.cache_bytes) continue;
    phase.set_outputs(fused->outputs);
    phase.set_kernels(kernels);
    phases.push_back(std::move(phase));
    texts.push_back(choice.text);
  }
  auto group = std::make_unique<FusedGroup>(calls, std::move(*fused), std::move(phases), std::move(texts), always_);
  if (always_) spdlog::info("{}", group->account());
  return group;
}

/// Takes storage for new values, as far as no other group has taken it.
void Fusion::take_spares(const FusedCalls& fused) {
  const std::size_t bytes = spare_bytes(fused);
  if (bytes == 0) return;
  spdlog::info("calls that are computed together need storage for new values, which takes {} on each process",
               bytes_text(bytes));
  for (const TileOutput& output : fused.outputs)
    if (output.renewed) storage_.spare(output.slot);
}

void Fusion::run(FusedGroup& group, std::span<const Step> steps) {
  std::vector<KernelClock> clocks;
  for (const Step& step : steps) clocks.push_back(step.clock);
  std::vector<std::byte*> outputs;
  for (const TileOutput& output : group.fused().outputs)
    outputs.push_back(output.renewed ? storage_.spare(output.slot) : storage_.data(output.slot));
  const TimelineScope scope(environment_.timeline, SpanKind::kernel,
                            environment_.timeline == nullptr ? std::string() : group.name());
  group.run({environment_.memory, clocks.front(), HostVersion::plain, environment_.host}, {clocks, outputs});
  for (const TileOutput& output : group.fused().outputs)
    if (output.renewed) storage_.renew(output.slot);
}

void Fusion::took(FusedGroup& group, double seconds) {
  // While a stencil is in a trial, the calls do not run as fast as they can one after the other.
  if (group.is_over() || !environment_.run->kernels->stencils().is_settled(group.calls())) return;
  if (!group.took(seconds)) return;
  spdlog::info("{}", group.account());
  const bool none_needs_spares = std::ranges::all_of(
      groups_, [](const auto& each) { return !each.second || (each.second->is_over() && each.second->way() == 0); });
  if (none_needs_spares) storage_.release_spares();
}

bool Fusion::is_settled() const {
  return std::ranges::all_of(groups_, [](const auto& each) { return !each.second || each.second->is_over(); });
}

void Fusion::steered() {
  groups_.clear();
  extents_.clear();
  may_begin_.clear();
  may_end_.clear();
}

} // namespace nopal
