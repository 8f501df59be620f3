#include "core/generator/rows_in_step.hpp"

#include "core/generator/field_extents.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Variables of the chain: the stencil's arguments, then its temporaries.
int variable_of(const StencilDeclaration& stencil, int argument) {
  return argument >= 0 ? argument : static_cast<int>(stencil.arguments.size()) - 1 - argument;
}

/// The stage as a chain sees it. nullopt: its text does not show how far it reads.
std::optional<Stage> stage_of(const StencilDeclaration& stencil, const JoinedKernel& joined,
                              const std::vector<KernelDeclaration>& kernels, const std::vector<std::string>& texts) {
  const KernelDeclaration& kernel = kernels[joined.kernel];
  const auto extents = field_extents(kernel, parse_kernel_text(texts[joined.kernel]));
  if (!extents || kernel.order != VerticalOrder::parallel) return std::nullopt;
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

std::vector<RowsDeclaration> rows_in_step(const StencilDeclaration& stencil,
                                          const std::vector<KernelDeclaration>& kernels,
                                          const std::vector<std::string>& texts) {
  std::vector<RowsDeclaration> phases;
  for (std::size_t first = 0, end = 1; first < stencil.stages.size(); first = end++) {
    // A number is missing where a stage computes the boundary, and comes again where a stage has intervals.
    bool has_intervals = false;
    for (; end < stencil.stages.size(); ++end) {
      const int step = stencil.stages[end].stage - stencil.stages[end - 1].stage;
      has_intervals = has_intervals || step == 0;
      if (step > 1) break;
    }
    if (has_intervals || end - first < 2) continue;
    if (std::optional<RowsDeclaration> rows = phase(stencil, first, end, kernels, texts))
      phases.push_back(std::move(*rows));
  }
  return phases;
}

} // namespace nopal
