#include "core/check/loop_check.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/declarations/thorn.hpp"
#include "core/generator/loop_arguments.hpp"
#include "core/launch/loop_reach.hpp"
#include "core/schedule/clause_text.hpp"
#include "core/schedule/set_loop.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace nopal {

namespace {

/// Target and component.
using Element = std::pair<long, long>;

/// All elements that an argument may use.
struct Possible {
  bool known = false;
  std::set<Element> reads{}, writes{};
};

class LoopCheck {
public:
  LoopCheck(const Variables& variables, const Topology& topology, const Routine& routine, const LoopKernel& kernel,
            const Parameters& parameters, std::vector<Finding>& findings)
      : variables_(variables), topology_(topology), routine_(routine), kernel_(kernel), text_(*kernel.text),
        findings_(findings), reach_(loop_reach(kernel, parameters)) {}

  void run() {
    for (argument_ = 0; argument_ < kernel_.n_arguments; ++argument_) {
      const auto variable = variables_.find_variable(parse_slot(of().source).name);
      const bool is_checked = of().kind == ArgumentKind::dat || of().kind == ArgumentKind::total;
      if (!is_checked || !variable) continue;
      slot_ = {*variable, parse_slot(of().source).timelevel.value_or(0)};
      if (of().kind == ArgumentKind::total)
        check_total();
      else if (!check_range())
        check_use();
    }
  }

private:
  const LoopArgument& of() const { return kernel_.arguments[argument_]; }
  const LoopMap& map() const { return kernel_.maps[of().map]; }
  std::span<const LoopElementUse> recorded() const {
    if (!reach_.recorded) return {};
    return reach_.uses[static_cast<std::size_t>(argument_)];
  }
  std::vector<LoopTextAccess> named() const {
    std::vector<LoopTextAccess> accesses;
    for (const LoopTextAccess& access : std::span(text_.accesses, static_cast<std::size_t>(text_.n_accesses)))
      if (access.argument == argument_) accesses.push_back(access);
    return accesses;
  }
  bool text_reads() const { return std::ranges::any_of(named(), &LoopTextAccess::reads); }
  bool text_writes() const { return std::ranges::any_of(named(), &LoopTextAccess::writes); }

  /// Returns the clause with this access; null: there is none.
  const LoopAccess* clause(Access access) const {
    const int number = of().map < 0 ? -1 : topology_.find_map(map().name).value_or(-1);
    const auto found = std::ranges::find_if(routine_.loop->accesses, [&](const LoopAccess& use) {
      return use.slot == slot_ && use.access == access && use.map == number && use.target == of().target;
    });
    return found == routine_.loop->accesses.end() ? nullptr : &*found;
  }

  std::string map_text() const {
    const std::string full = map().name, own = routine_.thorn + "::";
    return full.starts_with(own) ? full.substr(own.size()) : full;
  }
  /// Returns "airfoil::q@0 via edge_cells".
  std::string argument_text() const {
    std::string text = variables_.text(slot_);
    if (of().map >= 0) text += " via " + map_text();
    if (of().target >= 0) text += fmt::format("[{}]", of().target);
    return text;
  }

  void add(Severity severity, const Location& where, const std::string& text, const std::string& fix) {
    findings_.push_back({severity, routine_.full_name(), where, text, fix});
  }

  Possible possible() const {
    Possible result;
    const std::vector<LoopTextAccess> all = named();
    result.known = std::ranges::all_of(all, &LoopTextAccess::is_known);
    if (result.known) { // the text has more than any element uses
      for (const LoopTextAccess& access : all) {
        if (access.reads) result.reads.insert({access.target, access.component});
        if (access.writes) result.writes.insert({access.target, access.component});
      }
    } else if (text_.complete && reach_.recorded) {
      result.known = true;
      for (const LoopElementUse& use : recorded())
        (use.writes ? result.writes : result.reads).insert({use.target, use.component});
    }
    return result;
  }

  /// Returns what is wrong with a target and a component: "airfoil::edge_cells has the targets 0 to 1".
  std::string fault_of(long target, long component) const {
    const auto numbers = [](long n) { return n == 1 ? std::string(" 0 only") : fmt::format("s 0 to {}", n - 1); };
    if (of().map >= 0 && of().target < 0 && (target < 0 || (map().arity > 0 && target >= map().arity)))
      return map().arity > 0 ? fmt::format("{} has the target{}", map().name, numbers(map().arity))
                             : fmt::format("the targets of {} begin at 0", map().name);
    if (component < 0 || component >= of().components)
      return fmt::format("{} has the component{}", variables_.full_name(slot_.variable), numbers(of().components));
    return "";
  }

  bool is_recorded(const LoopTextAccess& access) const {
    return std::ranges::any_of(recorded(), [&](const LoopElementUse& use) {
      return use.target == access.target && use.component == access.component;
    });
  }

  /// Finds accesses that do not exist. Returns whether there are some.
  bool check_range() {
    const std::size_t before = findings_.size();
    std::set<Element> told;
    for (const LoopTextAccess& access : named()) {
      if (!access.is_known || access.counts) continue;
      const std::string fault = fault_of(access.target, access.component);
      const bool never_runs = text_.complete && reach_.recorded && !is_recorded(access);
      if (fault.empty() || never_runs || !told.insert({access.target, access.component}).second) continue;
      add(Severity::error, {kernel_.path, access.line, access.column},
          fmt::format("{} {}({}), but {}", verb(access.writes), of().name, access.indices, fault), range_fix);
    }
    if (!text_.fixed_indices) return findings_.size() > before; // dummy values have chosen the elements
    for (const LoopElementUse& use : recorded()) {
      const std::string fault = fault_of(use.target, use.component);
      if (fault.empty() || !told.insert({use.target, use.component}).second) continue;
      const bool is_certain = use.always || text_.complete;
      const std::string target = of().map >= 0 ? fmt::format("target {}, ", use.target) : "";
      add(is_certain ? Severity::error : Severity::warning, place_of(use),
          fmt::format("{} {} at {}component {}{}, but {}", verb(use.writes), of().name, target, use.component,
                      is_certain ? "" : " in a branch of its body", fault),
          range_fix);
    }
    return findings_.size() > before;
  }
  static constexpr const char* range_fix = "use numbers that exist, or correct the declaration";

  const char* verb(bool writes) const {
    if (!writes) return "reads";
    return of().access == Access::increment ? "adds to" : "writes";
  }
  /// Returns where the text names the element. If it does not: the place of the argument's first access.
  Location place_of(const LoopElementUse& use) const {
    const std::vector<LoopTextAccess> all = named();
    auto found = std::ranges::find_if(all, [&](const LoopTextAccess& access) {
      return access.is_known && access.target == use.target && access.component == use.component;
    });
    if (found == all.end()) found = std::ranges::find(all, false, &LoopTextAccess::is_known);
    return found == all.end() ? routine_.where : Location{kernel_.path, found->line, found->column};
  }

  void check_use() {
    const LoopAccess* const read = clause(Access::read);
    const LoopAccess* const write = clause(Access::write);
    const LoopAccess* const increment = clause(Access::increment);
    const Possible elements = possible();
    if (increment != nullptr && !text_writes())
      return add(Severity::error, increment->where,
                 fmt::format("declares that it adds to {}, but its body adds nothing to it", argument_text()),
                 "add a value, or remove the clause");
    if (write != nullptr && !text_writes())
      return add(Severity::error, write->where,
                 fmt::format("declares that it writes {}, but its body assigns no value to it", argument_text()),
                 "assign a value, or remove the clause");
    if (of().access == Access::write && elements.known) check_components(*write, elements);
    if (read != nullptr) check_read(*read);
    if (const LoopAccess* use = increment != nullptr ? increment : read; use != nullptr && elements.known)
      check_targets(*use, elements);
  }

  void check_components(const LoopAccess& write, const Possible& elements) {
    std::vector<int> missing;
    for (int c = 0; c < of().components; ++c)
      if (!elements.writes.contains({0, c})) missing.push_back(c);
    if (missing.empty()) return;
    add(Severity::error, write.where,
        fmt::format("declares that it writes {}, but its body assigns no value to component{} {}", argument_text(),
                    missing.size() > 1 ? "s" : "", fmt::join(missing, ", ")),
        "assign to all components, or declare the variable under reads:, too, so that the others keep their values");
  }

  void check_read(const LoopAccess& read) {
    if (text_reads()) return;
    if (of().access == Access::read)
      add(Severity::warning, read.where,
          fmt::format("declares that it reads {}, but its body does not use it", argument_text()),
          "remove the clause; this saves copies and messages");
    else if (sets_all())
      add(Severity::warning, read.where,
          fmt::format("declares that it reads {}, but its body only assigns to it", argument_text()),
          "remove the clause under reads:; this saves copies and messages");
  }
  /// Whether each element assigns to all components, so that no old value remains.
  bool sets_all() const {
    if (!text_.complete) return false;
    for (int c = 0; c < of().components; ++c)
      if (std::ranges::none_of(recorded(), [&](const LoopElementUse& use) {
            return use.writes && use.component == c && use.always && use.without_targets;
          }))
        return false;
    return true;
  }

  void check_targets(const LoopAccess& use, const Possible& elements) {
    if (of().map < 0 || of().target >= 0 || map().arity < 2) return;
    std::set<long> targets;
    for (const std::set<Element>* all : {&elements.reads, &elements.writes})
      for (const Element& element : *all) targets.insert(element.first);
    if (targets.size() != 1) return;
    const long target = *targets.begin();
    const bool adds = use.access == Access::increment;
    std::string entry =
        fmt::format("{} via {}[{}]", clause_name(variables_, routine_.thorn, slot_), map_text(), target);
    const std::string variable(split_name(variables_.full_name(slot_.variable)).name);
    if (timelevel_name(variable, slot_.timelevel) != of().name) entry += fmt::format(" as {}", of().name);
    add(Severity::warning, use.where,
        fmt::format("declares that it {} {}, but uses only target {}", adds ? "adds to" : "reads", argument_text(),
                    target),
        fmt::format("declare {}: [\"{}\"], and write {}(component)", adds ? "increments" : "reads", entry, of().name));
  }

  void check_total() {
    const LoopAccess* const total = clause(of().access);
    if (total == nullptr || of().has_from || text_writes()) return;
    const char* const key = of().access == Access::increment ? "increments"
                            : of().access == Access::minimum ? "minima"
                                                             : "maxima";
    add(Severity::error, total->where,
        fmt::format("has {} under {}:, but its body gives it nothing", variables_.text(slot_), key),
        "give it a value, or remove the clause; with \"from\" the scalar gets a new start");
  }

  const Variables& variables_;
  const Topology& topology_;
  const Routine& routine_;
  const LoopKernel& kernel_;
  const LoopText& text_;
  std::vector<Finding>& findings_;
  const LoopReach reach_;
  int argument_ = 0; ///< that is checked now
  Slot slot_;        ///< its variable
};

} // namespace

std::vector<Finding> check_loops(const Variables& variables, const Topology& topology,
                                 const std::vector<Routine>& routines, const Parameters& parameters,
                                 const std::function<const LoopKernel*(const Routine&)>& kernel_of) {
  std::vector<Finding> findings;
  for (const Routine& routine : routines)
    if (const LoopKernel* kernel = kernel_of(routine); kernel != nullptr && kernel->text != nullptr)
      LoopCheck(variables, topology, routine, *kernel, parameters, findings).run();
  return findings;
}

} // namespace nopal
