#include "core/accelerator/poison_search.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

/// Writes the texts of one clause.
struct Report {
  const PoisonSearch& found;
  const Routine& routine;
  const Clause& clause;
  Place place;
  const Stores& stores;
  const Tracker& tracker;

  std::string unwritten() const {
    std::string text = fmt::format(
        "{} declares that it writes {}{}, but did not write {}{}", who(), clause.keeps_others() ? "points of " : "",
        stores.variables().text(clause.slot, clause.region), count_text(found.unwritten), list_text(found.unwritten));
    if (!is_scalar()) text += "; let it write all of them";
    if (clause.keeps_others()) return text + ", or let `points:` choose no more";
    const Region written = clause.region - found.unwritten.regions - found.computed.regions;
    if (any(written))
      text += fmt::format(", or declare no more than `writes: [\"{}\"]`", in_declaration(clause.slot, written));
    return text + fmt::format("; if it changes old values, as += does, it also reads them: declare `reads: [\"{}\"]`",
                              in_declaration(clause.slot, clause.region));
  }

  std::string computed() const {
    const std::string origins = origins_text();
    return fmt::format("{} wrote {}, but computed {} from values that are not valid on the {}{}{}", who(),
                       stores.variables().text(clause.slot, clause.region), count_text(found.computed),
                       place_text(place), list_text(found.computed), origins.empty() ? unknown_origin() : origins);
  }

  std::string outside() const {
    return fmt::format(
        "{} wrote {} point{} of {} that `points:` of this clause does not choose{}: write the chosen points "
        "only (in the call, `points` of the elements of call.writes()), or let it choose more",
        who(), found.outside.count, found.outside.count == 1 ? "" : "s",
        stores.variables().text(clause.slot, found.outside.regions), list_text(found.outside));
  }

  std::string who() const {
    return fmt::format("{} on the {}, iteration {},", routine.full_name(), place_text(place), tracker.iteration());
  }
  bool is_scalar() const { return stores.variables().group_of(clause.slot.variable).kind == GroupKind::scalar; }
  std::string count_text(const PoisonedPoints& points) const {
    return is_scalar() ? "it" : fmt::format("{} of {} points", points.count, found.points);
  }
  std::string list_text(const PoisonedPoints& points) const {
    if (is_scalar()) return "";
    std::vector<std::string> listed;
    for (const Index& at : points.first) listed.push_back(fmt::format("({}, {}, {})", at[0], at[1], at[2]));
    const bool all = points.count == static_cast<long>(listed.size());
    return fmt::format(", in {}: {}{}", points.hull.text(), fmt::join(listed, ", "), all ? "" : ", …");
  }
  std::string in_declaration(Slot slot, Region regions) const {
    return clause_text(stores.variables(), routine.thorn, slot, regions);
  }
  Region declared(Slot slot) const { return regions_of(routine.reads, slot); }

  /// Empty if no origin is known.
  std::string origins_text() const {
    std::vector<std::pair<Slot, Region>> slots;
    std::vector<std::string> from;
    for (const PoisonWord& word : found.origins) {
      const Slot slot = stores.origin(word);
      if (slot.variable < 0) continue;
      from.push_back(fmt::format("{} on the {} ({})", stores.variables().text(slot, word.region),
                                 place_text(word.on_device ? device_place : host_place), reason(slot, word)));
      const auto known = std::find_if(slots.begin(), slots.end(), [&](const auto& one) { return one.first == slot; });
      if (known == slots.end())
        slots.emplace_back(slot, word.region);
      else
        known->second |= word.region;
    }
    if (slots.empty()) return "";
    std::string text = fmt::format("; these values come from {}", fmt::join(from, ", and "));
    for (const auto& [slot, regions] : slots) text += "; " + advice(slot, regions);
    return text;
  }

  bool is_temporary(Slot slot) const { return stores.variables().group_of(slot.variable).temporary; }

  std::string reason(Slot slot, const PoisonWord& word) const {
    if (is_temporary(slot)) return "a temporary, which no stage has computed there in this call";
    if (word.kind == PoisonKind::unwritten) return "it writes this region, but does not declare that it reads it";
    return "not valid there: " + tracker.reason_text(slot, word.region, word.on_device ? device_place : host_place);
  }

  std::string advice(Slot slot, Region regions) const {
    if (is_temporary(slot))
      return fmt::format("a stage reads it further from its point, or in another interval, than the stages say: "
                         "declare how far the stage reads, as in `reads: [\"{}<-1:1>\"]`",
                         stores.variables().variable(slot.variable).name);
    const Region reads = declared(slot);
    if (covers(reads, regions))
      return fmt::format(
          "it declares this read, so an earlier routine computed the values from invalid ones, or reported a write "
          "(notify_data_modified) that it did not do");
    const std::string wider = in_declaration(slot, reads | regions);
    if (any(reads))
      return fmt::format("it reads more than `reads: [\"{}\"]` says: declare `reads: [\"{}\"]`{}",
                         in_declaration(slot, reads), wider, inward_advice(slot, reads, regions));
    return fmt::format("it does not declare this read: declare `reads: [\"{}\"]`", wider);
  }

  /// A routine that computes the outer boundary may read ghosts only because nobody knows how far inwards it reads.
  /// Poison does not know it either, so the extent is an example.
  std::string inward_advice(Slot slot, Region reads, Region origins) const {
    if (!any(clause.region & Region::boundary) || any(clause.region & Region::ghosts) || origins != Region::ghosts)
      return "";
    return ", or, if it reads farther inwards than the boundary has layers, " +
           (routine.is_kernel ? fmt::format("how far it reads, such as `{}`",
                                            entry_text(stores.variables(), routine.thorn, slot, reads, Access::read,
                                                       Extent{{-5, -5, -5}, {5, 5, 5}}))
                              : "let it read less far, or make it a kernel, whose clause can say how far");
  }

  std::string unknown_origin() const {
    std::vector<std::string> narrow;
    for (const Clause& read : routine.reads)
      if (stores.variables().group_of(read.slot.variable).kind == GroupKind::gf &&
          !covers(declared(read.slot), Region::everywhere))
        narrow.push_back(in_declaration(read.slot, declared(read.slot)));
    std::sort(narrow.begin(), narrow.end());
    narrow.erase(std::unique(narrow.begin(), narrow.end()), narrow.end());
    if (narrow.empty()) return "; it reads a variable, a timelevel or points that are not in its `reads:`; add them";
    return fmt::format("; it reads more than it declares: widen the regions of `reads: [\"{}\"]`",
                       fmt::join(narrow, "\", \""));
  }
};

} // namespace

std::vector<std::string> poison_texts(const PoisonSearch& found, const Routine& routine, const Clause& clause,
                                      Place place, const Stores& stores, const Tracker& tracker) {
  const Report report{found, routine, clause, place, stores, tracker};
  std::vector<std::string> texts;
  if (found.unwritten.count > 0) texts.push_back(report.unwritten());
  if (found.computed.count > 0) texts.push_back(report.computed());
  if (found.outside.count > 0) texts.push_back(report.outside());
  return texts;
}

} // namespace nopal
