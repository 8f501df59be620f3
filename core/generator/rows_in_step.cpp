#include "core/generator/rows_in_step.hpp"

#include "core/generator/field_extents.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Variables of the chain: the stencil's arguments, then its temporaries.
int variable_of(const StencilDeclaration& stencil, int argument) {
  return argument >= 0 ? argument : static_cast<int>(stencil.arguments.size()) - 1 - argument;
}

RowField row_field(const StageChain& chain, const std::vector<long>& skews, int argument) {
  RowField field{.argument = argument};
  int writers = 0;
  for (std::size_t s = 0; s < chain.stages.size(); ++s) {
    for (const StageRead& read : chain.stages[s].reads) {
      if (read.variable != argument) continue;
      const long furthest = skews[s] + read.extent.upper[1];
      field.fetch = std::max(field.fetch.value_or(furthest), furthest);
    }
    if (std::ranges::count(chain.stages[s].writes, argument) == 0) continue;
    ++writers;
    field.written = skews[s];
  }
  field.past_caches = writers == 1 && !field.fetch;
  return field;
}

/// The phase that begins at the stage `first`; `end` is behind its last stage.
std::optional<RowsDeclaration> phase(const StencilDeclaration& stencil, std::size_t first, std::size_t end,
                                     const std::vector<KernelDeclaration>& kernels,
                                     const std::vector<std::string>& texts) {
  StageChain chain;
  chain.variables.resize(stencil.arguments.size() + stencil.temporaries.size());
  for (std::size_t s = first; s < end; ++s) {
    const std::optional<Stage> stage = stage_of(stencil, stencil.stages[s], kernels, texts);
    if (!stage) return std::nullopt;
    chain.stages.push_back(*stage);
  }
  const Skews skews = find_row_skews(chain);
  const std::vector<std::optional<Extent>> computed(chain.stages.size(), Extent{});
  if (!row_windows(chain, computed, skews.stages)) return std::nullopt;
  RowsDeclaration rows{first, skews.stages, {}, {}};
  rows.temporaries.assign(skews.windows.begin() + static_cast<std::ptrdiff_t>(stencil.arguments.size()),
                          skews.windows.end());
  for (std::size_t a = 0; a < stencil.arguments.size(); ++a) {
    const int argument = static_cast<int>(a);
    const bool is_used = std::ranges::any_of(chain.stages, [&](const Stage& stage) {
      return std::ranges::count(stage.writes, argument) > 0 ||
             std::ranges::count(stage.reads, argument, &StageRead::variable) > 0;
    });
    if (is_used && stencil.arguments[a].is_field()) rows.fields.push_back(row_field(chain, skews.stages, argument));
  }
  return rows;
}

} // namespace

std::optional<Stage> stage_of(const StencilDeclaration& stencil, const JoinedKernel& joined,
                              const std::vector<KernelDeclaration>& kernels, const std::vector<std::string>& texts) {
  const KernelDeclaration& kernel = kernels[joined.kernel];
  const auto extents = field_extents(kernel, parse_kernel_text(texts[joined.kernel]));
  if (!extents) return std::nullopt;
  Stage stage{kernel.name, {}, {}};
  for (std::size_t a = 0; a < joined.arguments.size(); ++a) {
    const ArgumentDeclaration& argument = kernel.arguments[a];
    if (!argument.is_field()) continue;
    const int variable = variable_of(stencil, joined.arguments[a]);
    const auto extent = extents->find(argument.name);
    if (argument.access != Access::write && extent != extents->end()) stage.reads.push_back({variable, extent->second});
    if (argument.access != Access::read) stage.writes.push_back(variable);
  }
  return stage;
}

std::vector<PhaseRange> phases_of(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels) {
  std::vector<PhaseRange> phases;
  for (std::size_t s = 0; s < stencil.stages.size(); ++s) {
    // A number is missing where a stage computes the boundary, and comes again where a stage has intervals.
    const int step = s == 0 ? 2 : stencil.stages[s].stage - stencil.stages[s - 1].stage;
    if (step > 1) phases.push_back({s, s, false});
    PhaseRange& phase = phases.back();
    phase.end = s + 1;
    phase.vertical = phase.vertical || step == 0 || kernels[stencil.stages[s].kernel].order != VerticalOrder::parallel;
  }
  return phases;
}

std::vector<RowsDeclaration> rows_in_step(const StencilDeclaration& stencil,
                                          const std::vector<KernelDeclaration>& kernels,
                                          const std::vector<std::string>& texts) {
  std::vector<RowsDeclaration> all;
  for (const PhaseRange& range : phases_of(stencil, kernels)) {
    if (range.vertical || range.end - range.first < 2) continue;
    if (std::optional<RowsDeclaration> rows = phase(stencil, range.first, range.end, kernels, texts))
      all.push_back(std::move(*rows));
  }
  return all;
}

} // namespace nopal
