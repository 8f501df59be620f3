#pragma once
// The schedule: bins, groups and routines in the order in which they run.

#include "core/base/comparison.hpp"
#include "core/base/error.hpp"
#include "core/declarations/thorn.hpp"
#include "core/grid/domain.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/every.hpp"
#include "core/schedule/routine.hpp"
#include "core/sets/topology.hpp"
#include "core/variables/variables.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nopal {

struct Bin {
  std::string name;
  std::string description;
};

/// Reads schedules/bins.yaml: the bins in the order in which a run passes them.
std::vector<Bin> read_bins(const std::string& path);

/// One side of a comparison: a parameter, a scalar variable at timelevel 0, or a literal.
struct Operand {
  int variable = -1;     ///< -1: another kind
  std::string parameter; ///< full name; empty: another kind
  Scalar literal;
  bool operator==(const Operand&) const = default;
};

/// A comparison, or several conditions joined by `and` (all), `or` (any) or `not` (negation).
struct Condition {
  using Kind = ConditionDeclaration::Kind;
  Kind kind = Kind::comparison;
  Operand left; ///< a parameter or a variable
  Comparison op = Comparison::unequal;
  Operand right; ///< of a name alone, or with `not`: false or 0
  std::vector<Condition> parts;
  std::string text;                    ///< of the whole condition, as written
  std::vector<int> variables;          ///< all that it compares, each once, in order; empty: the parameters decide
  std::vector<std::string> parameters; ///< all that it compares, by full name

  /// Whether only the run knows if it holds.
  bool needs_variables() const { return !variables.empty(); }
};

/// `max_dt:` of a thorn: the largest time step that it allows (core/schedule/dt_limit.hpp).
struct DtLimit {
  std::string name; ///< "max_dt of heat"
  std::string expression;
  std::map<std::string, Operand, std::less<>>
      names;                  ///< what the names of the expression mean, without those of the grid
  std::vector<int> variables; ///< the scalars among them; empty: it is known before the run
  Location where;
};

/// A node of the tree of one bin: a routine, or a group with its members in order.
struct ScheduleNode {
  int routine = -1; ///< position in routines(); -1: a group
  std::string name; ///< full name
  std::vector<ScheduleNode> members;
  std::vector<int> after; ///< positions in its list of the items that before: and after: put directly before it
  std::vector<Condition> if_conditions;    ///< all must hold
  std::vector<Condition> while_conditions; ///< the node runs again as long as all hold
  bool runs_first = false; ///< it runs once before it asks its while_conditions: a step with error control
  Every every;
  std::vector<int> sync;    ///< variables whose timelevel 0 is synchronised after the item
  std::vector<int> storage; ///< variables that have storage while the item runs
  std::vector<int> trigger; ///< if output that is due reads one of these, the item runs, too
  double time_offset = 0;   ///< the item and its members get a time that is later by this many time steps
  Location where;
};

/// `every`, conditions and storage of a group apply to all its members together. The schedule is built once from the
/// declarations of the active thorns, in thorn order: driver and accelerator, then the thorns of the parfile. The items
/// of a bin have one order: before: and after: first, then thorn order, then the order of the declarations. Results
/// must not depend on the latter two (check_order()).
class Schedule {
public:
  /// Adds an error for each wrong reference, condition or clause, and for each cycle in the order.
  static Schedule build(const std::vector<ThornDeclaration>& thorns, const std::vector<Bin>& bins,
                        const Parameters& parameters, const Variables& variables, ErrorList& errors);

  const std::vector<Bin>& bins() const { return bins_; }
  /// The sets and maps of the thorns.
  const Topology& topology() const { return topology_; }
  const std::vector<Routine>& routines() const { return routines_; }
  /// `max_dt:` of the thorns that have it.
  const std::vector<DtLimit>& dt_limits() const { return dt_limits_; }
  /// The name of a bin, and its items.
  using BinItems = std::pair<const std::string, std::vector<ScheduleNode>>;
  const BinItems& bin(std::string_view name) const;
  const std::vector<ScheduleNode>& nodes(std::string_view bin) const { return this->bin(bin).second; }
  /// Calls `visit` for every item: for a group first, then for its members.
  void each_node(const std::function<void(const ScheduleNode&)>& visit) const;

  /// A pass through a bin.
  struct Pass {
    std::int64_t iteration = 0;
    bool at_end = false;                ///< the extra pass after the last iteration, for items that are due at the end
    std::optional<PassedTime> passed{}; ///< by the iteration, if its time step may differ from that of the grid
  };
  /// Whether the item runs in this pass if its conditions on variables hold. requested: the item is due even if its
  /// `every:` does not say so.
  bool has_turn(const ScheduleNode& node, const Pass& pass, bool requested) const;
  /// The pass for the members of a group.
  Pass pass_of_members(const ScheduleNode& node, const Pass& pass) const;
  /// Whether a condition without variables holds now.
  bool holds(const Condition& condition) const { return holds(condition, {}); }
  /// Whether a condition holds now. `value_of` gives the values of the variables. It is called only for those that the
  /// answer depends on.
  bool holds(const Condition& condition, const std::function<Scalar(int variable)>& value_of) const;

  /// Sets the grid's dt, as set_domain() does. Call it before the first pass, since items may be due at intervals of
  /// physical time.
  void set_time_step(double dt) { dt_ = dt; }

  /// Finds out which points the functions with `points:` read and write. Call it when the grid is known; before, they
  /// read all points and write none. Throws an Error if the parameters of a write do not fit the grid.
  void set_domain(const Domain& domain);

  /// Says how far the kernel of a routine reads a slot, as far as its body shows it.
  using SeenReads = std::function<SeenRead(int routine, Slot slot)>;
  /// Completes the stencils when the kernels and the grid are known. An extent that is not declared becomes the mee of
  /// what the stage's kernels read, or <0> if the body of one of them hides it. Extents along axes that the grid does
  /// not have become 0. Adds an error for each rule that a stencil breaks now.
  void derive_extents(int dimension, const SeenReads& seen, ErrorList& errors);

  /// The variables that output reads in this pass. Output means routines whose clauses follow parameters. Conditions on
  /// variables count as true, since their values are not known yet.
  std::set<int> output_variables(const Pass& pass) const;

  /// Resolves the clauses that follow parameters again, after steering. If a value names no variable, it throws an
  /// Error and changes nothing.
  void refresh();

  /// Whether a method that estimates its errors controls the time step.
  bool has_error_control() const;
  /// Whether an item is due at intervals of physical time with the parameters' values now.
  bool has_items_by_time() const;
  /// The intervals, in iterations, at which items are due with the parameters' values now. The largest std::int64_t
  /// stands for an item whose turns never repeat.
  std::set<std::int64_t> periods() const;

  /// The routines that may be called with the parameters' values now, by their position in routines().
  std::set<int> callable() const;

  /// Whether a routine that may be called with the parameters' values now computes the variable after the start of the
  /// run.
  bool computes_again(int variable) const;

  /// Returns a stencil with columns (Stencil::vertical), which every process must hold whole. Null: there is none.
  const Routine* vertical_stencil() const;

  /// Whether a routine or group in some bin has this full name.
  bool has_item(const std::string& full_name) const;

  /// The tree as text, for `nopal describe`, `nopal check` and tests.
  std::string text() const;

private:
  friend class ScheduleBuilder;
  Topology topology_;

  /// Clauses of one routine that follow a parameter.
  struct Following {
    int routine = -1;
    std::string parameter; ///< full name
    std::string which;     ///< full name of the parameter that lists the reductions; empty: `wanted` has them
    ClausesFromParameter from;
    std::vector<Clause> declared;                 ///< the routine's other reads, or its other writes
    std::vector<Clause> following;                ///< as the parameter's value says now
    MomentsWanted wanted{true, true, true, true}; ///< as the declaration says
    std::shared_ptr<const PointSet> points{};     ///< of `following`; null: all points
    /// The clauses that the parameter's value means now.
    std::vector<Clause> resolve(const Parameters& parameters, const Variables& variables, ErrorList& errors) const;
    void apply(Routine& routine, const Variables& variables) const;
  };

  /// Clauses of one routine with points, which parameters choose.
  struct Chosen {
    int routine = -1;
    Access access = Access::read;
    std::vector<Slot> slots;
    PointsDeclaration points; ///< with full names
  };

  void set_points(Following& each);
  void set_points(const Chosen& each);
  bool is_due(const ScheduleNode& node, const Pass& pass, bool requested) const;
  bool is_due_at_iteration(const ScheduleNode& node, const Pass& pass) const;
  /// Whether the item or one of its members is due at the end.
  bool waits_for_end(const ScheduleNode& node) const;
  /// False: the routine only reads variables that a parameter lists, and the list is empty.
  bool has_work(const ScheduleNode& node) const;
  bool parameters_allow(const ScheduleNode& node) const;
  bool is_triggered(const ScheduleNode& node, const Pass& pass) const;
  void collect_callable(const ScheduleNode& node, std::set<int>& found) const;
  /// Returns whether to stop.
  using VisitVariable = std::function<bool(int variable)>;
  /// Calls `visit` for the variables that output reads in this pass, until it returns true. Returns whether it did.
  bool visit_output(const ScheduleNode& node, const Pass& pass, const VisitVariable& visit) const;
  bool visit_output(const Pass& pass, const VisitVariable& visit) const;
  /// Whether an item that reads a variable of the item's `trigger:` may ever be called.
  bool may_be_triggered(const ScheduleNode& node) const;

  const Parameters* parameters_ = nullptr;
  const Variables* variables_ = nullptr;
  std::vector<Bin> bins_;
  std::vector<Routine> routines_;
  std::vector<DtLimit> dt_limits_;
  std::vector<Following> following_; ///< ascending by routine
  std::vector<Chosen> chosen_;
  std::map<std::string, std::vector<ScheduleNode>, std::less<>> nodes_;
  std::optional<Domain> domain_; ///< as set_domain() got it
  double dt_ = 0;
};

} // namespace nopal
