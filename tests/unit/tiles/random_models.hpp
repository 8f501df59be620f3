#pragma once
// Random stencils that keep the rules.

#include "core/stencils/dependencies.hpp"
#include "tests/unit/stencils/random_chains.hpp"

namespace nopal::test {

/// A stencil that keeps the rules.
struct Model {
  StageChain chain;
  Propagation propagation;
  std::vector<int> temporaries; ///< variables
};

inline std::optional<Model> model_of(const StageChain& chain) {
  Model model{chain, propagate(chain), {}};
  if (!bad_dependencies(chain, model.propagation).empty() || !unwritten_reads(chain).empty()) return std::nullopt;
  for (int v = 0; v < static_cast<int>(chain.variables.size()); ++v) {
    const std::optional<Extent>& written = model.propagation.written[v];
    if (!written) continue;
    if (chain.variables[v].temporary)
      model.temporaries.push_back(v);
    else if (!written->is_zero())
      return std::nullopt; // an output that a later stage reads around its point
  }
  return model;
}

inline Extent random_extent(int dimension, int reach) {
  std::optional<Extent> extent;
  for (const Point& offset : random_offsets(dimension, reach)) add(extent, offset);
  return *extent;
}

/// The last stage reads what no stage before it has read. So most stages compute on extents other than 0.
inline Model random_model(int dimension) {
  while (true) {
    StageChain chain{{{"a", false}, {"b", false}, {"c", false}}, {}};
    const int n = draw(1, 7), reach = draw(1, 3);
    std::vector<int> readable{0, 1, 2}, unread;
    for (int s = 0; s < n; ++s) {
      Stage stage{"f" + std::to_string(s), {}, {}};
      for (int reads = draw(1, 3); reads > 0; --reads) {
        const int v = readable[draw(0, static_cast<int>(readable.size()) - 1)];
        stage.reads.push_back({v, random_extent(dimension, reach)});
        std::erase(unread, v);
      }
      if (s == n - 1)
        for (const int v : unread) stage.reads.push_back({v, random_extent(dimension, reach)});
      const bool output = s == n - 1 || draw(0, 5) == 0;
      const int n_variables = static_cast<int>(chain.variables.size());
      int written = draw(0, 3) == 0 ? draw(2, n_variables - 1) : n_variables; // perhaps one that has been written
      if (written < n_variables && chain.variables[written].temporary == output) written = n_variables;
      if (written == n_variables) chain.variables.push_back({"v" + std::to_string(written), !output});
      stage.writes.push_back(written);
      readable.push_back(written);
      if (!output) unread.push_back(written);
      chain.stages.push_back(stage);
    }
    if (const std::optional<Model> model = model_of(chain)) return *model;
  }
}

} // namespace nopal::test
