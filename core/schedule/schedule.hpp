#pragma once
// The schedule: bins, groups and routines in the order in which they run.

#include "core/base/error.hpp"
#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/every.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace nopal {

struct Bin {
  std::string name;
  std::string description;
};

/// Reads schedules/bins.yaml: the bins in the order in which a run passes them.
std::vector<Bin> read_bins(const std::string& path);

/// A comparison, resolved: of a parameter (constant unless steered) or of a scalar variable at timelevel 0.
struct Condition {
  int variable = -1;     ///< scalar variable, or -1: a parameter
  std::string parameter; ///< full name
  std::string op;
  Scalar literal;
  std::string text;
};

/// A node of the tree of one bin: a routine, or a group with its members in order.
struct ScheduleNode {
  int routine = -1; ///< index in routines(), or -1: a group
  std::string name; ///< full name
  std::vector<ScheduleNode> members;
  std::vector<Condition> if_conditions;    ///< all must hold
  std::vector<Condition> while_conditions; ///< the node runs again as long as all hold
  Every every;
  std::vector<int> sync;    ///< of a group: after its members
  std::vector<int> storage; ///< of a group: while it runs
  std::vector<int> trigger; ///< variables: runs only when an output due at this iteration reads one
  Location where;
};

/// Every, conditions and storage of a group hold for its members as a whole. Built once from the declarations of the
/// active thorns, in the order given (thorn order of the parfile, driver and accelerator first). Order within a bin is
/// deterministic: before/after, ties by thorn order, then declaration order.
class Schedule {
public:
  /// Adds an error for each bad reference, condition, clause or cycle (printed as a cycle).
  static Schedule build(const std::vector<ThornDeclaration>& thorns, const std::vector<Bin>& bins,
                        const Parameters& parameters, const Variables& variables, ErrorList& errors);

  const std::vector<Bin>& bins() const { return bins_; }
  const std::vector<Routine>& routines() const { return routines_; }
  const std::vector<ScheduleNode>& nodes(const std::string& bin) const;

  /// A pass through a bin.
  struct Pass {
    std::int64_t iteration = 0;
    bool at_end = false; ///< after the last iteration: for what is due at the end, and what such output triggers
  };
  /// Whether the item is passed, as far as this is known without conditions on variables. requested: whatever its
  /// `every:` says.
  bool has_turn(const ScheduleNode& node, const Pass& pass, bool requested) const;
  /// The pass that the members of a group get.
  Pass pass_of_members(const ScheduleNode& node, const Pass& pass) const;
  /// Whether a condition on a parameter holds now.
  bool holds(const Condition& condition) const;
  /// Variables that have storage while the item runs.
  const std::vector<int>& storage(const ScheduleNode& node) const;
  /// Variables that are synchronised after the item.
  const std::vector<int>& sync(const ScheduleNode& node) const;
  /// The name as it stands in bins().
  const std::string& bin_name(const std::string& bin) const;

  /// Sets the grid's time step. Call it before the first pass: items may be due every so much physical time.
  void set_time_step(double dt) { dt_ = dt; }

  /// Variables that routines with clauses from parameters read at this iteration (output), ascending.
  /// Conditions on scalar variables are taken to hold: their values are not known before the routine's turn.
  std::vector<int> output_variables(std::int64_t iteration) const;

  /// Resolves the clauses that follow steered parameters again. Throws Error, and changes nothing, where a value
  /// names no variable.
  void refresh();

  /// Numbers of iterations that items are called every so many, as parameters say now; ascending, none twice. The
  /// largest number there is where an item's turns never repeat.
  std::vector<std::int64_t> periods() const;

  /// Routines that the parameters, as they are now, allow to be called, by their position in routines().
  std::set<int> callable() const;

  /// Whether a routine or group in some bin has this full name.
  bool has_item(const std::string& full_name) const;

  /// The tree as text, for `nopal describe`/`check` and tests.
  std::string text() const;

private:
  friend class ScheduleBuilder;

  /// Clauses of one routine that follow a parameter.
  struct Following {
    int routine = -1;
    std::string parameter; ///< full name
    std::string which;     ///< of reductions: full name of the parameter that lists them; empty: `wanted` says it
    ClausesFromParameter from;
    std::vector<Clause> declared;                 ///< the routine's other reads, or its other writes
    std::vector<Clause> following;                ///< as the parameter's value says now
    MomentsWanted wanted{true, true, true, true}; ///< as the declaration says
    /// The clauses that the parameter's value means now.
    std::vector<Clause> resolve(const Parameters& parameters, const Variables& variables, ErrorList& errors) const;
    void apply(Routine& routine) const;
  };

  bool is_due(const ScheduleNode& node, const Pass& pass, bool requested) const;
  bool is_due_at_iteration(const ScheduleNode& node, std::int64_t iteration) const;
  /// Whether the node or a member of it is due at the end.
  bool waits_for_end(const ScheduleNode& node) const;
  /// False of a routine that does nothing but read what a parameter lists, where the list is empty.
  bool has_work(const ScheduleNode& node) const;
  bool parameters_allow(const ScheduleNode& node) const;
  bool is_triggered(const ScheduleNode& node, const Pass& pass) const;
  void collect_callable(const ScheduleNode& node, std::set<int>& found) const;
  void collect_periods(const ScheduleNode& node, std::set<std::int64_t>& found) const;
  void collect_output(const ScheduleNode& node, const Pass& pass, std::set<int>& found) const;
  std::set<int> output_variables(const Pass& pass) const;

  const Parameters* parameters_ = nullptr;
  const Variables* variables_ = nullptr;
  std::vector<Bin> bins_;
  std::vector<Routine> routines_;
  std::vector<Following> following_; ///< ascending by routine
  std::map<std::string, std::vector<ScheduleNode>> nodes_;
  double dt_ = 0;
};

} // namespace nopal
