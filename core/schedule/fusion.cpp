#include "core/schedule/fusion.hpp"

#include "core/base/contains.hpp"
#include "core/schedule/local_fields.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// A stage of the fused calls.
struct FusedPart {
  struct Read {
    Slot slot;
    Extent extent;  ///< as the stage reads it
    Extent reach{}; ///< for all points that the stage computes for a point of a tile
  };
  std::vector<Read> reads;
  std::vector<Slot> writes;
  FusedCalls::Kernel kernel;

  bool writes_slot(Slot slot) const { return contains(writes, slot); }
};

/// Returns the stages of a call. Empty: it is no call that can be fused.
std::vector<FusedPart> parts_of(const Routine& call, int number, const Variables& variables, const KernelTexts& texts) {
  std::vector<FusedPart> parts;
  const auto is_field = [&](const Clause& clause) {
    return variables.group_of(clause.slot.variable).kind == GroupKind::gf;
  };
  if (call.stencil != nullptr) {
    const Stencil& stencil = *call.stencil;
    if (stencil.vertical || stencil.phases.size() != 1) return {};
    for (std::size_t s = 0; s < stencil.stages.size(); ++s) {
      const StencilStage& stage = stencil.stages[s];
      if (stage.region != Region::interior) return {};
      if (!stencil.computed(static_cast<int>(s))) continue;
      FusedPart& part = parts.emplace_back();
      for (const StencilRead& read : stage.reads) part.reads.push_back({.slot = read.slot, .extent = read.extent});
      part.writes = stage.writes;
      part.kernel = {stage.kernels.front().routine, number};
    }
    return parts;
  }
  if (!call.is_kernel) return {};
  FusedPart& part = parts.emplace_back();
  for (const Clause& clause : call.reads) {
    if (!clause.is_direct()) return {};
    if (!is_field(clause)) continue;
    const std::optional<Extent> extent = texts.extent(call, clause.slot);
    if (!extent) return {};
    part.reads.push_back({.slot = clause.slot, .extent = *extent});
  }
  for (const Clause& clause : call.writes) {
    if (!is_field(clause) || clause.region != Region::interior) return {};
    part.writes.push_back(clause.slot);
  }
  part.kernel = {call.id, number};
  return parts;
}

class Fuser {
public:
  Fuser(std::vector<FusedPart> parts, std::span<const Routine* const> calls, const Schedule& schedule,
        const Variables& variables, const Parameters& parameters, const KernelTexts& texts)
      : parts_(std::move(parts)), calls_(calls), schedule_(schedule), variables_(variables), parameters_(parameters),
        texts_(texts) {}

  std::optional<FusedCalls> fuse() {
    find_local();
    if (fused_.local.empty() || !find_reach()) return std::nullopt;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if (!reads_as_allowed(p)) return std::nullopt;
    if (!find_outputs()) return std::nullopt;
    build();
    for (const TileOutput& output : fused_.outputs) { // not before, since nobody asks for what no stage reads
      const auto written =
          static_cast<std::size_t>(variable(output.slot, static_cast<std::size_t>(output.stage), true));
      fused_.phase.chain.variables[written].temporary = true;
    }
    return std::move(fused_);
  }

private:
  bool is_temporary(Slot slot) const { return variables_.group_of(slot.variable).temporary; }

  /// Builds the chain, and finds out on which extent each part computes.
  void build() {
    fused_.phase = {};
    fused_.kernels.clear();
    known_.clear();
    for (std::size_t p = 0; p < parts_.size(); ++p) add(p);
    fused_.phase.last = static_cast<int>(parts_.size());
    fused_.phase.propagation = propagate(fused_.phase.chain);
  }

  /// Adds to each read the extent on which its part computes. Returns false if a part computes nothing, or what is no
  /// temporary at points that belong to other tiles.
  bool find_reach() {
    build();
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const std::optional<Extent>& computed = fused_.phase.propagation.stages[p];
      if (!computed) return false;
      if (!computed->is_zero() && !std::ranges::all_of(parts_[p].writes, [&](Slot slot) { return is_temporary(slot); }))
        return false;
      for (FusedPart::Read& read : parts_[p].reads) read.reach = *computed + read.extent;
    }
    return true;
  }

  /// Whether the part reads what earlier parts write as the rules allow it.
  bool reads_as_allowed(std::size_t p) const {
    const FusedPart& part = parts_[p];
    for (const FusedPart::Read& read : part.reads) {
      if (!read.reach.is_zero() && !is_temporary(read.slot) && part.writes_slot(read.slot)) return false;
      for (std::size_t earlier = 0; earlier < p; ++earlier) {
        if (!parts_[earlier].writes_slot(read.slot)) continue;
        const bool same_call = parts_[earlier].kernel.call == part.kernel.call;
        if (is_temporary(read.slot) ? !same_call : !read.reach.is_zero()) return false;
      }
    }
    return true;
  }

  void find_local() {
    for (const FusedPart& part : parts_)
      for (const Slot slot : part.writes)
        if (!contains(fused_.local, slot) && is_local(slot, calls_, schedule_, variables_, parameters_))
          fused_.local.push_back(slot);
  }

  /// Returns false if a part writes what an earlier one reads around its point, and it cannot be renewed.
  bool find_outputs() {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const auto kernel = static_cast<std::size_t>(parts_[p].kernel.routine);
      const bool writes_all = texts_.writes_all(schedule_.routines()[kernel]);
      for (const Slot slot : parts_[p].writes) {
        if (is_temporary(slot)) continue;
        const bool renewed = is_read_around(slot, p);
        const auto writers =
            std::ranges::count_if(parts_, [&](const FusedPart& part) { return part.writes_slot(slot); });
        if (renewed && (writers > 1 || contains(fused_.local, slot))) return false;
        if (contains(fused_.local, slot)) continue;
        if (renewed)
          fused_.outputs.push_back({slot, static_cast<int>(p), true, !writes_all || reads(parts_[p], slot)});
        else if (writers == 1 && writes_all &&
                 std::ranges::none_of(parts_, [&](const FusedPart& part) { return reads(part, slot); }))
          fused_.outputs.push_back({slot, static_cast<int>(p), false, false});
      }
    }
    return true;
  }

  static bool reads(const FusedPart& part, Slot slot) {
    return std::ranges::any_of(part.reads, [&](const FusedPart::Read& read) { return read.slot == slot; });
  }

  bool is_read_around(Slot slot, std::size_t before) const {
    return std::any_of(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(before),
                       [&](const FusedPart& part) {
                         return std::ranges::any_of(part.reads, [&](const FusedPart::Read& read) {
                           return read.slot == slot && !read.reach.is_zero();
                         });
                       });
  }

  void add(std::size_t p) {
    const FusedPart& part = parts_[p];
    Stage stage{variables_.text(part.writes.front()), {}, {}};
    for (const FusedPart::Read& read : part.reads) stage.reads.push_back({variable(read.slot, p, false), read.extent});
    for (const Slot slot : part.writes) stage.writes.push_back(variable(slot, p, true));
    fused_.phase.chain.stages.push_back(std::move(stage));
    fused_.kernels.push_back(part.kernel);
  }

  /// Returns the position of a field in the chain. A renewed field is another one after it was written, since the
  /// values from before stay where they are.
  int variable(Slot slot, std::size_t p, bool written) {
    const auto renewed = std::ranges::find_if(
        fused_.outputs, [&](const TileOutput& output) { return output.renewed && output.slot == slot; });
    const auto at = renewed == fused_.outputs.end() ? parts_.size() : static_cast<std::size_t>(renewed->stage);
    const std::pair key{slot, p > at || (p == at && written)};
    const auto known = std::ranges::find(known_, key);
    if (known != known_.end()) return static_cast<int>(known - known_.begin());
    known_.push_back(key);
    fused_.phase.slots.push_back(slot);
    fused_.phase.chain.variables.push_back({variables_.text(slot), is_temporary(slot) || contains(fused_.local, slot)});
    return static_cast<int>(known_.size()) - 1;
  }

  std::vector<FusedPart> parts_;
  std::span<const Routine* const> calls_;
  const Schedule& schedule_;
  const Variables& variables_;
  const Parameters& parameters_;
  const KernelTexts& texts_;
  FusedCalls fused_;
  std::vector<std::pair<Slot, bool>> known_; ///< of each variable of the chain: its slot, and whether it is renewed
};

} // namespace

std::optional<FusedCalls> fuse(std::span<const Routine* const> calls, const Schedule& schedule,
                               const Variables& variables, const Parameters& parameters, const KernelTexts& texts) {
  std::vector<FusedPart> parts;
  for (std::size_t c = 0; c < calls.size(); ++c) {
    const std::vector<FusedPart> own = parts_of(*calls[c], static_cast<int>(c), variables, texts);
    if (own.empty()) return std::nullopt;
    parts.insert(parts.end(), own.begin(), own.end());
  }
  return Fuser(std::move(parts), calls, schedule, variables, parameters, texts).fuse();
}

bool may_begin_fusion(const Routine& call, const Schedule& schedule, const Variables& variables,
                      const Parameters& parameters) {
  return std::ranges::any_of(
      call.writes, [&](const Clause& clause) { return is_handed_on(clause.slot, schedule, variables, parameters); });
}

bool may_end_fusion(const Routine& call, const Variables& variables, const KernelTexts& texts) {
  const std::vector<FusedPart> parts = parts_of(call, 0, variables, texts);
  return !parts.empty() && std::ranges::all_of(parts, [](const FusedPart& part) {
    return std::ranges::all_of(part.reads, [](const FusedPart::Read& read) { return read.extent.is_zero(); });
  });
}

} // namespace nopal
