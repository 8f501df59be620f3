#include "core/check/unmet_reason.hpp"

#include "core/schedule/clause_text.hpp"
#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr const char* new_timelevel_text = "timelevel 0 is new after the cycle of timelevels, and ";
constexpr const char* other_writes_text = "{} writes only other timelevels or regions";

bool is_of_start(const Routine& routine) { return is_start_bin(routine.bin); }

std::string at(const Routine& routine) { return fmt::format("{} ({})", routine.full_name(), routine.where.text()); }

/// Finds the reason for one read.
class Explanation {
public:
  Explanation(const ScheduleFacts& facts, const DataHistory& history, const InvalidRead& read)
      : facts_(facts), history_(history), read_(read), slot_(read.clause.slot), reader_(read.unmet.reader),
        variables_(facts.variables()), group_(variables_.group_of(slot_.variable)),
        writers_(facts.writers(slot_.variable)) {}

  UnmetReason reason() const {
    if (any(read_.clause.region & Region::interior)) return lacks_interior();
    if (any(read_.clause.region & Region::boundary)) return lacks_boundary();
    return lacks_ghosts();
  }

private:
  UnmetReason lacks_interior() const {
    if (writers_.empty()) {
      // Mostly a routine writes all variables of a group, so the one that writes another variable has forgotten this
      // one.
      for (const int other : group_.variables)
        for (const Routine* writer : facts_.writers(other))
          if (any(regions_of(writer->writes, {other, slot_.timelevel}) & Region::interior))
            return {fmt::format("no routine writes it, though {} writes {}", at(*writer), variables_.full_name(other)),
                    add_writes(*writer, slot_, regions_of(writer->writes, {other, slot_.timelevel}))};
      return {"no routine writes it", fmt::format("add {} to the routine that should write it, for example one at: "
                                                  "initial",
                                                  writes(group_.thorn, slot_, Region::everywhere))};
    }
    const RegionData& data = history_.data(slot_, Region::interior);
    if (data.loss == RegionData::Loss::storage) {
      const Routine& writer = *writer_of(data.source);
      return {fmt::format("{} wrote it, but its storage has ended since", at(writer)),
              fmt::format("put {} and {} into a schedule group with storage: [{}]", writer.full_name(), reader_,
                          local_group(variables_, group_.thorn, slot_.variable))};
    }
    if (data.loss != RegionData::Loss::cycle) return never_written();
    return slot_.timelevel == 0 ? new_timelevel() : earlier_timelevel(data.taken_at);
  }

  UnmetReason new_timelevel() const {
    const Routine* writer = evolver();
    if (writer == nullptr) {
      if (const Routine* other = first_writer(false); other != nullptr)
        return {new_timelevel_text + fmt::format(other_writes_text, at(*other)),
                add_writes(*other, slot_, Region::interior)};
      return {fmt::format("{}no routine writes it after the initial data", new_timelevel_text),
              fmt::format("set timelevels: 1 for the group {}, which then keeps its data, or add {} to a routine at: "
                          "evol",
                          group_.full_name(), writes(group_.thorn, slot_, Region::interior))};
    }
    const Routine* reader = read_.unmet.routine;
    const bool itself = reader != nullptr && writer->id == reader->id;
    UnmetReason result = itself ? UnmetReason{fmt::format("{} itself is the routine that writes it", reader_), ""}
                                : later_or_not_called(*writer);
    result.text = new_timelevel_text + result.text;
    const Slot past{slot_.variable, 1};
    if (reader != nullptr && any(read_.validity.valid_anywhere(past) & Region::interior))
      result.fix =
          fmt::format("read timelevel 1 instead ({}){}{}",
                      entry_text(variables_, reader->thorn, past,
                                 reader->stencil != nullptr ? Region::everywhere // clauses of stages have no region
                                                            : read_.clause.region | regions_of(reader->reads, slot_),
                                 Access::read, read_.clause.extent),
                      itself ? "" : ", or ", result.fix);
    return result;
  }

  UnmetReason earlier_timelevel(std::int64_t cycled_at) const {
    const std::string when =
        fmt::format("it was timelevel 0 at iteration {}, and no routine wrote its interior then", cycled_at);
    const Slot current{slot_.variable, 0};
    if (const Routine* writer = evolver(); writer != nullptr)
      return {fmt::format("{}, because {} does not run at each iteration", when, at(*writer)),
              fmt::format("remove every: and if: from {}", writer->full_name())};
    if (const Routine* other = first_writer(false); other != nullptr)
      return {when + "; " + fmt::format(other_writes_text, at(*other)), add_writes(*other, current, Region::interior)};
    return {when, fmt::format("add {} to a routine at: evol", writes(group_.thorn, current, Region::interior))};
  }

  UnmetReason never_written() const {
    const bool cycles = group_.timelevels > 1;
    // Cycles have moved the slot. It was written, or should have been written, at a lower timelevel.
    const int moved = cycles ? static_cast<int>(std::min<std::int64_t>(read_.iteration, slot_.timelevel)) : 0;
    const Slot initial{slot_.variable, slot_.timelevel - moved};
    for (const Routine* routine : writers_) {
      const bool counts = is_of_start(*routine) || (read_.iteration == 0 ? has_bin(first_bins, routine->bin) : !cycles);
      if (counts && any(regions_of(routine->writes, initial) & Region::interior)) return later_or_not_called(*routine);
    }
    if (const Routine* first = first_writer(true); first != nullptr)
      return {fmt::format("{} writes initial data, but not of timelevel {}", at(*first), initial.timelevel),
              add_writes(*first, initial, Region::everywhere)};
    const Routine& later = *writers_.front();
    return {fmt::format("it has no initial data: the first routine that writes it is {}, at: {}", at(later), later.bin),
            fmt::format("add {} to a routine at: initial", writes(later.thorn, initial, Region::everywhere))};
  }

  UnmetReason lacks_boundary() const {
    const RegionData& data = history_.data(slot_, Region::boundary);
    const int interior = history_.latest_source(slot_, Region::interior);
    const Routine* writer = writer_of(interior);
    if (writer == nullptr) return {"no routine has written its boundary", ""};
    const Slot written = history_.sources()[interior].slot;
    const std::string boundary_clause = writes(writer->thorn, written, Region::boundary);
    if (data.loss == RegionData::Loss::write && data.source >= 0) {
      const Routine& boundary = facts_.routine(history_.sources()[data.source].routine);
      return {fmt::format("{} wrote the interior after {} had written the boundary", at(*writer), at(boundary)),
              // A reader that also writes the boundary needs it before: a later call of it does not help.
              writer->bin == boundary.bin && writer->id != boundary.id && boundary.full_name() != reader_
                  ? fmt::format("add after: [{}] to {}", name_in(boundary.thorn, *writer), boundary.full_name())
                  : fmt::format("add {} to a routine after {}", boundary_clause, writer->full_name())};
    }
    const bool of_start = is_of_start(*writer);
    if (!of_start && slot_.timelevel == 0)
      if (const Routine* later = boundary_writer(slot_, reader_, ""); later != nullptr)
        return later_or_not_called(*later);
    if (!of_start)
      if (const Routine* between = boundary_writer(written, writer->full_name(), reader_); between != nullptr)
        return {fmt::format("{}, and {}, which writes its boundary, does not run each time",
                            wrote(history_.sources()[interior]), at(*between)),
                fmt::format("give {} and {} the same every: and if:", between->full_name(), writer->full_name())};
    const bool syncs = any(read_.clause.region & Region::ghosts) && written.timelevel == 0;
    return {wrote(history_.sources()[interior]) + ", and no routine has written its boundary since",
            of_start ? add_writes(*writer, written, Region::everywhere)
                     : fmt::format("add {}{} to a routine after {}", boundary_clause,
                                   syncs ? " and " + sync_of(*writer) : "", writer->full_name())};
  }

  UnmetReason lacks_ghosts() const {
    const int latest = history_.latest_source(slot_, Region::owned);
    const Routine* writer = writer_of(latest);
    if (writer == nullptr) return {"it has not been synchronised", "add a sync: of it after the last write"};
    const DataSource& source = history_.sources()[latest];
    // A sync fills only timelevel 0. A routine must write the ghosts of a past timelevel.
    if (source.slot.timelevel > 0)
      return {wrote(source) + ", but not its ghosts", add_writes(*writer, source.slot, Region::everywhere)};
    const RegionData& ghosts = history_.data(slot_, Region::ghosts);
    const bool synced_before =
        ghosts.loss == RegionData::Loss::write && ghosts.source >= 0 && history_.sources()[ghosts.source].routine < 0;
    return {fmt::format("{}{}, and it has not been synchronised since", wrote(source),
                        synced_before ? " after the sync of " + history_.sources()[ghosts.source].sync : ""),
            fmt::format("add {} to {}", sync_of(*writer), writer->full_name())};
  }

  UnmetReason later_or_not_called(const Routine& writer) const {
    const std::string name = writer.full_name();
    if (reader_ == name)
      return {fmt::format("{} is the first routine that writes it", reader_),
              fmt::format("remove this read, or add {} to a routine before {}",
                          writes(writer.thorn, slot_, read_.clause.region), reader_)};
    if (order(name) < order(reader_))
      return {fmt::format("{} writes it, but does not run each time that {} runs", at(writer), reader_),
              fmt::format("give {} and {} the same every: and if:", name, reader_)};
    return {fmt::format("{} writes it only later", at(writer)),
            fmt::format("give {} {}after: [{}]", reader_,
                        facts_.item(reader_).bin == writer.bin ? "" : fmt::format("at: {} and ", writer.bin),
                        name_in(reader_.substr(0, reader_.find("::")), writer))};
  }

  int order(const std::string& item) const { return facts_.item(item).order; }

  /// Returns the routine that is this source of data. Null: there is no source, or the source is a sync.
  const Routine* writer_of(int source) const {
    const int routine = source >= 0 ? history_.sources()[source].routine : -1;
    return routine >= 0 ? &facts_.routine(routine) : nullptr;
  }

  /// Returns the first writer of the start, or the first after the start; or null.
  const Routine* first_writer(bool of_start) const {
    for (const Routine* routine : writers_)
      if (is_of_start(*routine) == of_start) return routine;
    return nullptr;
  }

  /// Returns the first routine after the start that writes the interior of timelevel 0, or null.
  const Routine* evolver() const {
    for (const Routine* routine : writers_)
      if (!is_of_start(*routine) && any(regions_of(routine->writes, {slot_.variable, 0}) & Region::interior))
        return routine;
    return nullptr;
  }

  /// Returns the first routine after the start that writes the boundary of the slot and comes behind one item and
  /// before another one (empty: anywhere behind), or null.
  const Routine* boundary_writer(Slot slot, const std::string& behind, const std::string& before) const {
    for (const Routine* routine : writers_)
      if (!is_of_start(*routine) && any(regions_of(routine->writes, slot) & Region::boundary) &&
          order(routine->full_name()) > order(behind) &&
          (before.empty() || order(routine->full_name()) < order(before)))
        return routine;
    return nullptr;
  }

  /// Returns "wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary)". The source must be a routine.
  std::string wrote(const DataSource& source) const {
    return fmt::format("{} wrote {}", at(facts_.routine(source.routine)), variables_.text(source.slot, source.region));
  }

  std::string writes(const std::string& thorn, Slot slot, Region region) const {
    return entry_text(variables_, thorn, slot, region, Access::write);
  }

  std::string add_writes(const Routine& routine, Slot slot, Region region) const {
    return fmt::format("add {} to {}", writes(routine.thorn, slot, region), routine.full_name());
  }

  std::string sync_of(const Routine& writer) const {
    return fmt::format("sync: [{}]", local_group(variables_, writer.thorn, slot_.variable));
  }

  static std::string name_in(const std::string& thorn, const Routine& routine) {
    return routine.thorn == thorn ? routine.name : routine.full_name();
  }

  const ScheduleFacts& facts_;
  const DataHistory& history_;
  const InvalidRead& read_;
  const Slot slot_;
  const std::string& reader_;
  const Variables& variables_;
  const Group& group_;
  const std::vector<const Routine*> writers_;
};

} // namespace

UnmetReason unmet_reason(const ScheduleFacts& facts, const DataHistory& history, const InvalidRead& read) {
  return Explanation(facts, history, read).reason();
}

} // namespace nopal
