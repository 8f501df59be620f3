#include "core/declarations/reader.hpp"

namespace nopal {

namespace {

/// Why the clause of this item has no points. Empty: it may have them.
std::string refusal(const ClauseDeclaration& clause, const ItemDeclaration& item) {
  if (item.stage >= 0 || item.kind == ItemKind::kernel)
    return "a kernel computes all points of its region: write \"" + clause.text +
           "\" alone, and let the kernel's text say which points change, or use a function";
  if (item.device)
    return "points: says what travels between host and device, but this function runs on the device: write \"" +
           clause.text + "\" alone";
  if (clause.access == Access::read && clause.region && *clause.region != Region::owned)
    return "points: of a read is for the owned points: remove \"(" + to_string(*clause.region) + ")\"";
  if (clause.region && any(*clause.region & Region::ghosts))
    return "points: is for points that a process owns: write \"(interior)\", \"(boundary)\" or \"(owned)\"";
  if (clause.extent) return "only reads of kernels have an extent: remove \"" + clause.extent->text() + "\"";
  return clause.via || !clause.as.empty() || clause.from ? "only clauses of a loop over a set have via, as and from"
                                                         : "";
}

} // namespace

std::optional<ClauseDeclaration> read_points_clause(yaml::Fields& entry, Access access, const ItemDeclaration& item) {
  const std::string text = entry.word("clause");
  const yaml::Entry* points = entry.require("points", "{faces: [lower_x, upper_x], with: word}");
  auto declared = read_points(entry);
  entry.finish();
  if (!points || !declared || !entry.find("clause")->value.is_scalar()) return std::nullopt;
  auto clause = parse_clause(text, entry.where(), entry.errors());
  if (!clause) return std::nullopt;
  clause->access = access;
  if (const std::string why = refusal(*clause, item); !why.empty()) {
    entry.error(points->value.where, "found points of \"" + text + "\", but " + why);
    return std::nullopt;
  }
  if (access == Access::read) clause->region = Region::owned;
  clause->points = std::move(declared);
  return clause;
}

} // namespace nopal
