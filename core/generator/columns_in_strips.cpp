#include "core/generator/columns_in_strips.hpp"

#include "core/generator/rows_in_step.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace nopal {

namespace {

/// The stages of a phase, and the kernels that use a variable.
class ColumnPhase {
public:
  ColumnPhase(const StencilDeclaration& stencil, const PhaseRange& range, const std::vector<KernelDeclaration>& kernels,
              const std::vector<std::string>& texts)
      : stencil_(stencil), range_(range) {
    for (std::size_t s = range.first; s < range.end && readable_; ++s) {
      std::optional<Stage> stage = stage_of(stencil, stencil.stages[s], kernels, texts);
      readable_ = stage.has_value();
      if (stage) stages_.push_back(std::move(*stage));
    }
  }

  /// Whether each strip can be computed by itself.
  bool strips_are_free() const {
    return readable_ && std::ranges::all_of(stages_, [&](const Stage& stage) {
             return std::ranges::all_of(stage.reads, [&](const StageRead& read) {
               const Extent& extent = read.extent;
               const bool beside =
                   extent.lower[0] != 0 || extent.upper[0] != 0 || extent.lower[1] != 0 || extent.upper[1] != 0;
               return !beside || !is_written(read.variable);
             });
           });
  }

  std::optional<KeptDeclaration> kept(int argument) const {
    std::optional<KeptDeclaration> found;
    if (!is_written(argument)) return found;
    int depth = 0;
    for (std::size_t n = 0; n < stages_.size(); ++n) {
      const bool writes = std::ranges::count(stages_[n].writes, argument) > 0;
      bool reads = false;
      for (const StageRead& read : stages_[n].reads) {
        if (read.variable != argument) continue;
        if (read.extent.lower[2] <= 0 && read.extent.upper[2] >= 0) return std::nullopt; // it needs the value in memory
        reads = true;
        depth = std::max({depth, -read.extent.lower[2], read.extent.upper[2]});
      }
      if (!writes && !reads) continue;
      const std::size_t first = first_of_stage(n);
      if (!found) found = KeptDeclaration{argument, static_cast<int>(first), 1, 0};
      if (found->stage != static_cast<int>(first)) return std::nullopt; // two stages use it
    }
    found->levels = static_cast<long>(std::bit_ceil(static_cast<unsigned>(depth + 1)));
    found->readable = depth;
    return found;
  }

private:
  bool is_written(int variable) const {
    return std::ranges::any_of(stages_,
                               [&](const Stage& stage) { return std::ranges::count(stage.writes, variable) > 0; });
  }
  /// The position in the stencil of the first kernel of the stage that kernel `n` of the phase belongs to.
  std::size_t first_of_stage(std::size_t n) const {
    std::size_t s = range_.first + n;
    while (s > range_.first && stencil_.stages[s - 1].stage == stencil_.stages[s].stage) --s;
    return s;
  }

  const StencilDeclaration& stencil_;
  const PhaseRange& range_;
  std::vector<Stage> stages_;
  bool readable_ = true;
};

} // namespace

std::vector<ColumnsDeclaration> columns_in_strips(const StencilDeclaration& stencil,
                                                  const std::vector<KernelDeclaration>& kernels,
                                                  const std::vector<std::string>& texts) {
  std::vector<ColumnsDeclaration> all;
  for (const PhaseRange& range : phases_of(stencil, kernels)) {
    if (!range.vertical) continue;
    const ColumnPhase phase(stencil, range, kernels, texts);
    if (!phase.strips_are_free()) continue;
    ColumnsDeclaration& columns = all.emplace_back(ColumnsDeclaration{range.first, range.end, {}});
    for (std::size_t a = 0; a < stencil.arguments.size(); ++a)
      if (stencil.arguments[a].is_field())
        if (const std::optional<KeptDeclaration> kept = phase.kept(static_cast<int>(a))) columns.kept.push_back(*kept);
  }
  return all;
}

} // namespace nopal
