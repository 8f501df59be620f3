#include "driver/commands/commands.hpp"
#include "driver/commands/stencil_world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Rows of cells; the first row has the titles.
using Table = std::vector<std::vector<std::string>>;

std::string text_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : table) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t cell = 0; cell < row.size(); ++cell) widths[cell] = std::max(widths[cell], row[cell].size());
  }
  std::string text;
  for (const std::vector<std::string>& row : table) {
    std::string line = " ";
    for (std::size_t cell = 0; cell < row.size(); ++cell) line += fmt::format(" {:<{}} ", row[cell], widths[cell]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

const char* order_text(VerticalOrder order) {
  return order == VerticalOrder::forward ? "forward" : order == VerticalOrder::backward ? "backward" : "";
}

/// The text of one stencil.
class Printer {
public:
  Printer(const Routine& routine, const std::vector<Routine>& routines)
      : routine_(routine), routines_(routines), stencil_(*routine.stencil) {}

  std::string text() {
    std::string text = fmt::format("{} ({})\n", routine_.full_name(), routine_.where.text());
    if (stencil_.vertical) text += "  It has columns: extents along k are not added up.\n";
    for (const StencilPhase& phase : stencil_.phases)
      text += stencil_.stages[phase.first].region == Region::boundary ? boundary(phase) : interior(phase);
    return text;
  }

private:
  std::string interior(const StencilPhase& phase) const {
    return "\n" + text_of(maps(phase)) + "\n" + text_of(stages(phase)) + "\n" + text_of(variables(phase));
  }

  std::string boundary(const StencilPhase& phase) const {
    return fmt::format("\n  {} computes the boundary when all stages before it are done\n",
                       stencil_.stages[phase.first].name);
  }

  /// The map after each stage, from the last to the first.
  static Table maps(const StencilPhase& phase) {
    Table table{{"after"}};
    for (const StageVariable& variable : phase.chain.variables) table.front().push_back(variable.name);
    for (std::size_t s = phase.chain.stages.size(); s-- > 0;) {
      std::vector<std::string>& row = table.emplace_back(1, phase.chain.stages[s].name);
      for (const Extent& extent : phase.propagation.maps[s]) row.push_back(extent.text());
    }
    return table;
  }

  /// The extent that each stage computes.
  Table stages(const StencilPhase& phase) const {
    Table table{{"stage", "computes"}};
    for (int s = phase.first; s < phase.last; ++s) {
      const StencilStage& stage = stencil_.stages[s];
      const std::optional<Extent> computed = stencil_.computed(s);
      std::vector<std::string>& row = table.emplace_back();
      row = {stage.name, computed ? computed->text() : "nothing: no result depends on it", order_text(stage.order)};
      std::string kernels;
      for (const IntervalKernel& kernel : stage.kernels)
        if (stage.has_intervals)
          kernels += fmt::format("{}\"{}\": {}", kernels.empty() ? "" : ", ", stencil_.axis.text(kernel.interval),
                                 routines_[static_cast<std::size_t>(kernel.routine)].target);
      row.push_back(kernels);
    }
    return table;
  }

  /// How far inputs are read, and the halos of temporaries.
  static Table variables(const StencilPhase& phase) {
    Table table{{"variable", "is", "on"}};
    for (std::size_t v = 0; v < phase.slots.size(); ++v) {
      const StageVariable& variable = phase.chain.variables[v];
      const Propagation& found = phase.propagation;
      if (found.inputs[v] && !variable.temporary) table.push_back({variable.name, "read", found.inputs[v]->text()});
      if (found.written[v])
        table.push_back({variable.name, variable.temporary ? "temporary" : "written", found.written[v]->text()});
    }
    return table;
  }

  const Routine& routine_;
  const std::vector<Routine>& routines_;
  const Stencil& stencil_;
};

} // namespace

std::string extents_text(const SearchPath& path, const std::string& thorn, const std::string& stencil) {
  StencilWorld world(path, thorn, stencil);
  const std::vector<std::string> unknown = world.derive_extents(path);
  std::string text;
  for (const Routine& routine : world.schedule().routines())
    if (routine.is_stencil()) text += (text.empty() ? "" : "\n") + Printer(routine, world.schedule().routines()).text();
  if (!unknown.empty()) text += '\n';
  for (const std::string& sentence : unknown) text += sentence + "\n";
  return text;
}

} // namespace nopal
