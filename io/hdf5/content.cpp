#include "content.hpp"

#include <algorithm>
#include <utility>

namespace nopal::hdf5 {

bool Content::has(int variable) const {
  return std::ranges::any_of(slots, [&](Slot slot) { return slot.variable == variable; });
}

std::shared_ptr<const Content> content_of(Call& call, std::vector<Slot> slots, std::optional<std::int64_t> tables_at) {
  auto content = std::make_shared<Content>();
  content->slots = std::move(slots);
  ErrorList known; // `check` has reported them
  content->meshes = shown_meshes(call, known);
  content->tables_at = tables_at.value_or(call.iteration());
  content->holds_tables = !tables_at;
  for (const Slot slot : content->slots)
    if (call.services().variables().group_of(slot.variable).kind == GroupKind::dat)
      content->dats.emplace(slot.variable, rows_of_dat(call, slot));
  for (const ShownMesh& mesh : content->meshes)
    if (!content->has(mesh.coordinates))
      call.warn_once("hdf5: the XDMF file does not show " + mesh.map.name + ", because hdf5.variables does not list " +
                     call.services().variables().full_name(mesh.coordinates) + " any more");
  for (const ShownMesh& mesh : content->meshes) { // two of them may have the same map
    if (std::ranges::count(content->tables, mesh.map.name, &Table::map) > 0) continue;
    content->tables.push_back({mesh.map.name, mesh.cells, mesh.nodes, {}});
    if (content->holds_tables) content->tables.back().rows = rows_of_map(call.services(), mesh.map);
  }
  return content;
}

} // namespace nopal::hdf5
