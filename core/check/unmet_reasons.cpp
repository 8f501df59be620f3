#include "core/check/unmet_check.hpp"

#include "core/check/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

std::string UnmetCheck::at(const Routine& routine) const {
  return fmt::format("{} ({})", routine.full_name(), routine.where.text());
}

std::string UnmetCheck::wrote(const DataSource& source) const {
  return fmt::format("{} wrote {}", at(facts_.routine(source.routine)),
                     facts_.variables().text(source.slot, source.region));
}

std::string UnmetCheck::writes(const Routine& routine, Slot slot, Region region) const {
  return entry_text(facts_.variables(), routine.thorn, slot, region, Access::write);
}

const Routine* UnmetCheck::writer_of(int source) const {
  const int routine = source >= 0 ? history_.sources()[static_cast<std::size_t>(source)].routine : -1;
  return routine >= 0 ? &facts_.routine(routine) : nullptr;
}

const Routine* UnmetCheck::evolver(int variable) const {
  for (const int id : facts_.writers(variable)) {
    const Routine& routine = facts_.routine(id);
    if (facts_.at_start(routine)) continue;
    for (const Clause& clause : routine.writes)
      if (clause.slot == Slot{variable, 0} && any(clause.region & Region::interior)) return &routine;
  }
  return nullptr;
}

UnmetCheck::Reason UnmetCheck::reason(const Read& read) const {
  if (any(read.clause.region & Region::interior)) return lacks_interior(read);
  if (any(read.clause.region & Region::boundary)) return lacks_boundary(read);
  return lacks_ghosts(read);
}

UnmetCheck::Reason UnmetCheck::lacks_interior(const Read& read) const {
  const Slot slot = read.clause.slot;
  const Variables& variables = facts_.variables();
  const RegionData& data = history_.data(slot, Region::interior);
  const std::string thorn = variables.group_of(slot.variable).thorn;
  if (facts_.writers(slot.variable).empty())
    return {"nobody writes it", fmt::format("{} at the routine that should, such as one at: initial",
                                            entry_text(variables, thorn, {slot.variable, slot.timelevel},
                                                       Region::everywhere, Access::write))};
  if (data.loss == RegionData::Loss::storage) {
    const Routine* writer = writer_of(data.source);
    return {fmt::format("what {} wrote ended with its storage", writer != nullptr ? at(*writer) : "was written"),
            fmt::format("storage: [{}] at a schedule group that holds {} and {}",
                        local_group(variables, thorn, slot.variable),
                        writer != nullptr ? writer->full_name() : "the writer", read.unmet.reader)};
  }
  if (data.loss != RegionData::Loss::cycle) return never_written(read);
  return slot.timelevel == 0 ? new_timelevel(read) : earlier_timelevel(read, data.taken_at);
}

UnmetCheck::Reason UnmetCheck::later_or_not_called(const Read& read, const Routine& writer) const {
  const std::string& reader = read.unmet.reader;
  if (reader == writer.full_name())
    return {fmt::format("{} itself is the first to write it", reader),
            fmt::format("no read of it there, or {} at a routine before {}",
                        writes(writer, read.clause.slot, read.clause.region), reader)};
  if (facts_.order(writer.id) < facts_.order(reader))
    return {fmt::format("{}, which writes it, does not run each time that {} does", at(writer), reader),
            fmt::format("the same every: and if: at {} and {}", writer.full_name(), reader)};
  const std::string name = reader.starts_with(writer.thorn + "::") ? writer.name : writer.full_name();
  const std::string bin = facts_.bin(reader) == writer.bin ? "" : fmt::format("at: {} and ", writer.bin);
  return {fmt::format("{} writes it only later", at(writer)), fmt::format("{}after: [{}] at {}", bin, name, reader)};
}

UnmetCheck::Reason UnmetCheck::new_timelevel(const Read& read) const {
  const Slot slot = read.clause.slot;
  const Variables& variables = facts_.variables();
  const Routine* writer = evolver(slot.variable);
  if (writer == nullptr) {
    for (const int id : facts_.writers(slot.variable))
      if (const Routine& other = facts_.routine(id); !facts_.at_start(other))
        return {fmt::format(
                    "timelevel 0 is new after the cycle of timelevels, and {} writes other timelevels or regions only",
                    at(other)),
                fmt::format("{} at {}", writes(other, slot, Region::interior), other.full_name())};
    return {"timelevel 0 is new after the cycle of timelevels, and nobody writes it after the initial data",
            fmt::format(
                "timelevels: 1 at group {}, which keeps what is written once, or {} at a routine at: evol",
                variables.group_of(slot.variable).full_name(),
                entry_text(variables, variables.group_of(slot.variable).thorn, slot, Region::interior, Access::write))};
  }
  const bool itself = read.unmet.routine != nullptr && writer->id == read.unmet.routine->id;
  Reason result =
      itself ? Reason{fmt::format("{} writes it itself", writer->full_name()), ""} : later_or_not_called(read, *writer);
  result.text = "timelevel 0 is new after the cycle of timelevels, and " + result.text;
  const Slot past{slot.variable, 1};
  if (read.unmet.routine != nullptr && !read.is_sync && any(read.validity.valid_anywhere(past) & Region::interior)) {
    Region region = read.clause.region;
    for (const Clause& declared : read.unmet.routine->reads)
      if (declared.slot == slot) region |= declared.region;
    result.proposal = entry_text(variables, read.unmet.routine->thorn, past, region, Access::read) +
                      (itself ? "" : ", or " + result.proposal);
  }
  return result;
}

UnmetCheck::Reason UnmetCheck::earlier_timelevel(const Read& read, std::int64_t cycled_at) const {
  const Slot slot = read.clause.slot;
  const std::string when = fmt::format("it was timelevel 0 at iteration {}, when nobody wrote its interior", cycled_at);
  const Slot current{slot.variable, 0};
  const Routine* writer = evolver(slot.variable);
  if (writer != nullptr)
    return {fmt::format("{}; {} does not run at each iteration", when, at(*writer)),
            fmt::format("no every: and no if: at {}", writer->full_name())};
  for (const int id : facts_.writers(slot.variable))
    if (const Routine& other = facts_.routine(id); !facts_.at_start(other))
      return {fmt::format("{}; {} writes other timelevels or regions only", when, at(other)),
              fmt::format("{} at {}", writes(other, current, Region::interior), other.full_name())};
  return {when, fmt::format("{} at a routine at: evol",
                            entry_text(facts_.variables(), facts_.variables().group_of(slot.variable).thorn, current,
                                       Region::interior, Access::write))};
}

UnmetCheck::Reason UnmetCheck::never_written(const Read& read) const {
  const Slot slot = read.clause.slot;
  const Variables& variables = facts_.variables();
  const bool cycles = variables.timelevels(slot.variable) > 1;
  // Cycles have moved the slot. It was written, or should have been written, at a lower timelevel.
  const Slot initial{slot.variable,
                     cycles ? std::max(0, slot.timelevel - static_cast<int>(read.iteration)) : slot.timelevel};
  const std::vector<int> writers = facts_.writers(slot.variable);
  const Routine* first = nullptr;
  for (const int id : writers) {
    const Routine& routine = facts_.routine(id);
    const bool same = std::any_of(routine.writes.begin(), routine.writes.end(), [&](const Clause& clause) {
      return clause.slot == initial && any(clause.region & Region::interior);
    });
    const bool starts = facts_.at_start(routine);
    if (same && (starts || read.iteration == 0 || !cycles)) {
      const bool counts = starts || read.iteration > 0 || routine.bin == "poststep" || routine.bin == "analysis" ||
                          routine.bin == "output";
      if (counts) return later_or_not_called(read, routine);
    }
    if (first == nullptr && starts) first = &routine;
  }
  if (first != nullptr)
    return {fmt::format("the initial data of {} leave timelevel {} out", at(*first), initial.timelevel),
            fmt::format("{} at {}", writes(*first, initial, Region::everywhere), first->full_name())};
  const Routine& later = facts_.routine(writers.front());
  return {fmt::format("it has no initial data: {}, at: {}, is the first to write it", at(later), later.bin),
          fmt::format("{} at a routine at: initial",
                      entry_text(variables, later.thorn, initial, Region::everywhere, Access::write))};
}

UnmetCheck::Reason UnmetCheck::lacks_boundary(const Read& read) const {
  const Slot slot = read.clause.slot;
  const RegionData& data = history_.data(slot, Region::boundary);
  const int interior = history_.latest_source(slot, Region::interior);
  const Routine* writer = writer_of(interior);
  if (writer == nullptr) return {"nobody wrote its boundary", ""};
  const Slot written = history_.sources()[interior].slot;
  if (data.loss == RegionData::Loss::write && data.source >= 0) {
    const Routine& boundary = facts_.routine(history_.sources()[data.source].routine);
    const std::string after =
        fmt::format("after: [{}] at {}", writer->thorn == boundary.thorn ? writer->name : writer->full_name(),
                    boundary.full_name());
    return {
        fmt::format("{} wrote the interior after {} had written the boundary", at(*writer), at(boundary)),
        writer->bin == boundary.bin && writer->id != boundary.id
            ? after
            : fmt::format("{} at a routine after {}", writes(*writer, written, Region::boundary), writer->full_name())};
  }
  if (!facts_.at_start(*writer))
    for (const int id : facts_.writers(slot.variable)) {
      const Routine& boundary = facts_.routine(id);
      const bool fits = std::any_of(boundary.writes.begin(), boundary.writes.end(), [&](const Clause& clause) {
        return clause.slot == Slot{slot.variable, 0} && any(clause.region & Region::boundary);
      });
      if (fits && !facts_.at_start(boundary) && slot.timelevel == 0 &&
          facts_.order(id) > facts_.order(read.unmet.reader))
        return later_or_not_called(read, boundary);
    }
  const std::string and_sync =
      any(read.clause.region & Region::ghosts) && written.timelevel == 0
          ? fmt::format(" and sync: [{}]", local_group(facts_.variables(), writer->thorn, slot.variable))
          : "";
  return {fmt::format("{}, and nobody its boundary since", wrote(history_.sources()[interior])),
          facts_.at_start(*writer)
              ? fmt::format("{} at {}", writes(*writer, written, Region::everywhere), writer->full_name())
              : fmt::format("{}{} at a routine after {}", writes(*writer, written, Region::boundary), and_sync,
                            writer->full_name())};
}

UnmetCheck::Reason UnmetCheck::lacks_ghosts(const Read& read) const {
  const Slot slot = read.clause.slot;
  const Variables& variables = facts_.variables();
  const int latest = history_.latest_source(slot, Region::owned);
  const Routine* writer = writer_of(latest);
  if (writer == nullptr) return {"nobody synchronised it", "a sync: of it after the last write"};
  const DataSource& source = history_.sources()[latest];
  // A sync fills only timelevel 0. A routine must write the ghosts of a past timelevel.
  if (source.slot.timelevel > 0)
    return {fmt::format("{} only", wrote(source)),
            fmt::format("{} at {}", writes(*writer, source.slot, Region::everywhere), writer->full_name())};
  const RegionData& ghosts = history_.data(slot, Region::ghosts);
  const bool synced_before =
      ghosts.loss == RegionData::Loss::write && ghosts.source >= 0 && history_.sources()[ghosts.source].routine < 0;
  const std::string text =
      fmt::format("{}{}, and nobody synchronised it since", wrote(source),
                  synced_before ? fmt::format(" after the sync of {}", history_.sources()[ghosts.source].sync) : "");
  return {text,
          fmt::format("sync: [{}] at {}", local_group(variables, writer->thorn, slot.variable), writer->full_name())};
}

} // namespace nopal
