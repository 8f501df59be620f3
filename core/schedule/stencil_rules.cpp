#include "core/schedule/stencil_rules.hpp"

#include "core/schedule/clause_text.hpp"
#include "core/schedule/stencil_clauses.hpp"
#include "core/schedule/stencil_vertical.hpp"
#include "core/stencils/dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nopal {

namespace {

bool writes(const StencilStage& stage, Slot slot) {
  return std::find(stage.writes.begin(), stage.writes.end(), slot) != stage.writes.end();
}

const char* word(VerticalOrder order) {
  return order == VerticalOrder::forward ? "forward" : order == VerticalOrder::backward ? "backward" : "parallel";
}

bool is_along_k(const Extent& extent) {
  return extent.lower[0] == 0 && extent.upper[0] == 0 && extent.lower[1] == 0 && extent.upper[1] == 0;
}

class Rules {
public:
  Rules(const Stencil& stencil, const Variables& variables, const Routine& routine, ErrorList& errors)
      : stencil_(stencil), variables_(variables), routine_(routine), errors_(errors) {}

  void check() {
    for (int s = 0; s < static_cast<int>(stencil_.stages.size()); ++s) {
      if (stencil_.stages[s].region == Region::interior)
        check_own_output(stencil_.stages[s]);
      else
        check_boundary_stage(s);
    }
    for (const StencilPhase& phase : stencil_.phases) {
      const std::set<Slot> unwritten = check_unwritten(phase);
      if (stencil_.stages[phase.first].region == Region::boundary) continue;
      const std::set<Slot> bad = check_dependencies(phase, unwritten);
      check_outputs(phase, bad);
    }
    for (int s = 0; s < static_cast<int>(stencil_.stages.size()); ++s) check_earlier_phases(s);
    if (!stencil_.vertical) return;
    for (const OutsideRead& outside : outside_reads(stencil_, distant_positions(stencil_.axis))) {
      const StencilRead& read = stencil_.stages[outside.stage].reads[outside.read];
      if (std::ranges::count(wrong_own_, &read) == 0)
        add(read.where, outside_text(stencil_, outside, name(read.slot), is_temporary(read.slot)));
    }
  }

private:
  void check_own_output(const StencilStage& stage) {
    for (const StencilRead& read : stage.reads) {
      if (!read.declared || !writes(stage, read.slot)) continue;
      const Extent& extent = read.extent;
      const std::string own = fmt::format("stage \"{}\" reads its own output {}{}", stage.name, name(read.slot),
                                          extent.is_zero() ? "" : extent.text());
      if (stage.order == VerticalOrder::parallel) {
        if (!extent.is_zero() && is_along_k(extent)) check_own_along_k(read, own);
        continue;
      }
      const bool forward = stage.order == VerticalOrder::forward;
      if (is_along_k(extent) && (forward ? extent.upper[2] < 0 : extent.lower[2] > 0)) continue;
      wrong_own_.push_back(&read);
      if (!is_along_k(extent))
        add(read.where,
            fmt::format("{}, but with \"order: {}\" neighbouring columns are computed at the same time: read "
                        "it along k only, or write another variable in an earlier stage and read that one",
                        own, word(stage.order)));
      else
        add(read.where,
            fmt::format("{}, but with \"order: {}\" it may read only what it has written at points {}: write "
                        "\"{}<0, 0, {}>\"{}",
                        own, word(stage.order), forward ? "below" : "above", name(read.slot), forward ? "-1:-1" : "1:1",
                        other_order(extent, forward)));
    }
  }

  static std::string other_order(const Extent& extent, bool forward) {
    if (forward ? extent.lower[2] > 0 : extent.upper[2] < 0)
      return fmt::format(", or \"order: {}\"", forward ? "backward" : "forward");
    return ", and let an earlier stage write another variable for the values at other points";
  }

  // Without an order, old and new values would be mixed.
  void check_own_along_k(const StencilRead& read, const std::string& own) {
    wrong_own_.push_back(&read);
    const char* const order = read.extent.upper[2] < 0   ? "give the stage \"order: forward\""
                              : read.extent.lower[2] > 0 ? "give the stage \"order: backward\""
                                                         : "write another variable";
    add(read.where,
        fmt::format("{} along k, but with \"order: parallel\" the points of a column are computed in any order: {}",
                    own, order));
  }

  void check_boundary_stage(int s) {
    const StencilStage& stage = stencil_.stages[s];
    if (stage.order != VerticalOrder::parallel || stage.has_intervals)
      add(stage.where, fmt::format("stage \"{}\" writes the boundary, so it has no columns: remove {}", stage.name,
                                   stage.has_intervals ? "its intervals, and write \"kernel:\""
                                                       : fmt::format("\"order: {}\"", word(stage.order))));
    const auto refuse = [&](const Location& where, const char* verb, Slot slot) {
      if (is_temporary(slot))
        add(where,
            fmt::format("stage \"{}\" writes the boundary and {}the temporary {}, but temporaries exist only while "
                        "stages of the interior run: use a variable that is not temporary",
                        stage.name, verb, name(slot)));
    };
    for (const Slot slot : stage.writes) refuse(stage.where, "", slot);
    for (const StencilRead& read : stage.reads) {
      refuse(read.where, "reads ", read.slot);
      // check_earlier_phases() looks at what an earlier stage has written.
      if (writes(stage, read.slot) && !read.extent.is_zero() && !any(written_before(stencil_, s, read.slot)) &&
          (!any(read.region) || any(read.region & Region::boundary)))
        add(read.where,
            fmt::format("stage \"{0}\" reads {1}{2} and writes {1}(boundary): it would read old values at some "
                        "points and new values at others. Write \"{1}{2}(interior)\", or let stage \"{0}\" "
                        "write another variable",
                        stage.name, name(read.slot), read.extent.text()));
    }
  }

  /// Returns the temporaries that are read before they are written.
  std::set<Slot> check_unwritten(const StencilPhase& phase) {
    std::set<Slot> temporaries;
    for (const StageUse& use : unwritten_reads(phase.chain)) {
      const StencilStage& stage = stencil_.stages[phase.first + use.stage];
      const Slot slot = phase.slots[use.variable];
      temporaries.insert(slot);
      const bool is_own = std::any_of(wrong_own_.begin(), wrong_own_.end(), [&](const StencilRead* read) {
        return read->slot == slot && read->where == where_of(stage, slot);
      });
      if (stage.region == Region::boundary || is_own) continue; // reported already
      const auto writer = std::find_if(stencil_.stages.begin(), stencil_.stages.begin() + phase.first,
                                       [&](const StencilStage& other) { return writes(other, slot); });
      if (writer == stencil_.stages.begin() + phase.first)
        add(where_of(stage, slot), unwritten_text(phase.chain, use));
      else
        add(where_of(stage, slot),
            fmt::format("stage \"{0}\" reads the temporary {1}, which stage \"{2}\" writes before the boundary stage "
                        "\"{3}\": temporaries end there. Move stage \"{0}\" before \"{3}\", or let \"{2}\" write a "
                        "variable that is not temporary",
                        stage.name, name(slot), writer->name, stencil_.stages[phase.first - 1].name));
    }
    return temporaries;
  }

  /// Returns the variables with bad dependencies. Those in `reported` have an error that comes first.
  std::set<Slot> check_dependencies(const StencilPhase& phase, const std::set<Slot>& reported) {
    std::set<Slot> variables;
    for (const BadDependency& bad : bad_dependencies(phase.chain, phase.propagation)) {
      const Slot slot = phase.slots[bad.variable];
      variables.insert(slot);
      const bool own = bad.earlier == bad.later && bad.read && is_along_k(*bad.read) && !bad.read->is_zero();
      if (!own && !reported.contains(slot)) // else check_own_output() has reported it
        add(where_of(stencil_.stages[phase.first + bad.earlier], slot), bad_dependency_text(phase.chain, bad));
    }
    return variables;
  }

  // A stage that writes an output computes the interior and no more, since tiles that overlap would write it twice.
  void check_outputs(const StencilPhase& phase, const std::set<Slot>& reported) {
    for (int s = phase.first; s < phase.last; ++s) {
      const StencilStage& stage = stencil_.stages[s];
      const std::optional<Extent> computed = stencil_.computed(s);
      if (!computed || computed->is_zero()) continue;
      for (const Slot slot : stage.writes) {
        if (is_temporary(slot) || reported.contains(slot)) continue;
        if (!tell_reader(phase, s, slot)) tell_other_output(phase, s, slot, *computed);
      }
    }
  }

  /// The first read after stage `s` that asks for points around those of the interior in the values that `s` writes.
  struct Reader {
    const StencilStage* stage = nullptr;
    const StencilRead* read = nullptr;
    Extent asked;
  };
  Reader reader_of(const StencilPhase& phase, int s, Slot slot) const {
    for (int later = s + 1; later < phase.last; ++later) {
      const StencilStage& stage = stencil_.stages[later];
      const std::optional<Extent> computed = stencil_.computed(later);
      for (const StencilRead& read : stage.reads) {
        if (read.slot != slot || read.own || !computed) continue;
        const Extent asked = asked_of(*computed, read);
        if (!asked.is_zero()) return {&stage, &read, asked};
      }
      if (writes(stage, slot) && !leaves_out_points(stencil_, stage)) break;
    }
    return {};
  }

  bool tell_reader(const StencilPhase& phase, int s, Slot slot) {
    const Reader reader = reader_of(phase, s, slot);
    if (reader.stage == nullptr) return false;
    const std::string in_all = reader.asked == reader.read->extent ? "" : ", in all on " + reader.asked.text() + ",";
    add(reader.read->where,
        fmt::format(
            "stage \"{0}\" reads {1}{2}{3} and the earlier stage \"{4}\" writes {1}, which is an output of the "
            "stencil: each tile writes its outputs at its own points only, so the values around them are not "
            "known. Let stage \"{4}\" write a temporary, let stage \"{0}\" read it, and add a stage that copies "
            "it to {1}",
            reader.stage->name, name(slot), reader.read->extent.is_zero() ? "" : reader.read->extent.text(), in_all,
            stencil_.stages[s].name));
    return true;
  }

  void tell_other_output(const StencilPhase& phase, int s, Slot slot, const Extent& computed) {
    const StencilStage& stage = stencil_.stages[s];
    std::string asked = "later stages need its results";
    for (const Slot written : stage.writes)
      if (const Reader reader = reader_of(phase, s, written); reader.stage != nullptr)
        asked = fmt::format("stage \"{}\" needs its result {}", reader.stage->name, name(written));
    add(stage.where,
        fmt::format(
            "stage \"{0}\" writes the output {1}, but {2} on {3}: each tile writes its outputs at its own points "
            "only. Let stage \"{0}\" write a temporary in place of {1}, and add a stage that copies it to {1}",
            stage.name, name(slot), asked, computed.text()));
  }

  // A stage on the boundary follows, so the rules of docs/rules.md, Validity, hold between phases: a write of the
  // interior makes boundary and ghosts invalid, and a write of the boundary makes the ghosts invalid.
  void check_earlier_phases(int s) {
    const StencilStage& stage = stencil_.stages[s];
    const std::optional<Extent> computed = stencil_.computed(s);
    for (int read = 0; read < static_cast<int>(stage.reads.size()) && computed; ++read) {
      const Slot slot = stage.reads[read].slot;
      if (is_temporary(slot)) continue;
      const StencilStage* writer = nullptr;
      Region written = Region::none;
      for (int earlier = 0; earlier < s; ++earlier)
        if (const StencilStage& other = stencil_.stages[earlier]; writes(other, slot)) {
          if (!is_same_phase(earlier, s)) writer = &other;
          written |= other.region;
        }
      const Region needed = region_read(stencil_, stage, read, *computed);
      const Region invalid = (any(written & Region::interior) ? Region::everywhere : Region::ghosts) - written;
      if (writer != nullptr && any(needed & invalid))
        tell_earlier_phase(stage, stage.reads[read], *writer, needed, written);
    }
  }

  void tell_earlier_phase(const StencilStage& stage, const StencilRead& read, const StencilStage& writer, Region needed,
                          Region written) {
    const std::string extent = read.declared && !read.extent.is_zero() ? read.extent.text() : "";
    add(read.where,
        fmt::format(
            "stage \"{0}\" reads {1}({2}), but only {1}({3}) is known, because stage \"{4}\" has written {1}({5}): "
            "{6}",
            stage.name, name(read.slot), to_string(needed), to_string(written), writer.name, to_string(writer.region),
            stage.region == Region::boundary
                ? fmt::format("write \"{}{}({})\"", name(read.slot), extent, to_string(written))
                : fmt::format("make two stencils, begin the second one with stage \"{}\", and write \"sync: "
                              "[{}]\" in the first one",
                              stage.name, name(read.slot))));
  }

  bool is_same_phase(int a, int b) const {
    return std::any_of(stencil_.phases.begin(), stencil_.phases.end(), [&](const StencilPhase& phase) {
      return phase.first <= a && a < phase.last && phase.first <= b && b < phase.last;
    });
  }

  Extent asked_of(const Extent& computed, const StencilRead& read) const {
    Extent asked = computed + read.extent;
    if (stencil_.vertical) asked.lower[2] = asked.upper[2] = 0;
    return asked;
  }

  static const Location& where_of(const StencilStage& stage, Slot slot) {
    for (const StencilRead& read : stage.reads)
      if (read.slot == slot) return read.where;
    return stage.where;
  }

  bool is_temporary(Slot slot) const { return variables_.group_of(slot.variable).temporary; }
  std::string name(Slot slot) const { return clause_name(variables_, routine_.thorn, slot); }
  void add(const Location& where, const std::string& message) {
    errors_.add(where, routine_.full_name() + ": " + message);
  }

  const Stencil& stencil_;
  const Variables& variables_;
  const Routine& routine_;
  ErrorList& errors_;
  std::vector<const StencilRead*> wrong_own_; ///< reads of own output that are reported
};

} // namespace

void check_rules(const Stencil& stencil, const Variables& variables, const Routine& routine, ErrorList& errors) {
  Rules(stencil, variables, routine, errors).check();
}

} // namespace nopal
