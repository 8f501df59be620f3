#pragma once
// The schedule: bins, groups and routines in the order in which they run.

#include "core/base/error.hpp"
#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nopal {

struct Bin {
  std::string name;
  std::string description;
};

/// Reads schedules/bins.yaml: the bins in the order in which a run passes them.
std::vector<Bin> read_bins(const std::string& path);

/// A comparison, resolved: of a parameter (constant unless steered) or of a scalar variable at level 0.
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
  std::string every_parameter;             ///< full name, or empty
  std::int64_t every = 1;                  ///< where every_parameter is empty: at iterations 0, N, 2N, …; 0 never
  std::vector<int> sync;                   ///< of a group: after its members
  std::vector<int> storage;                ///< of a group: while it runs
  std::vector<int> trigger;                ///< variables: runs only when an output due at this iteration reads one
  Location where;
};

/// Asked by a traversal; implemented by the driver.
class ScheduleVisitor {
public:
  virtual ~ScheduleVisitor() = default;
  virtual void call(const Routine& routine) = 0;
  virtual void sync(const std::vector<int>& variables, const std::string& cause) = 0;
  virtual void storage_on(const std::vector<int>& variables) = 0;
  virtual void storage_off(const std::vector<int>& variables) = 0;
  /// Value of a scalar variable at level 0, made valid on the host first.
  virtual Scalar scalar(int variable, const std::string& reader) = 0;
};

/// Built once from the declarations of the active thorns, in the order given (thorn order of the parfile,
/// driver and accelerator first). Order within a bin is deterministic: before/after, ties by thorn order,
/// then declaration order.
class Schedule {
public:
  /// Adds an error for each bad reference, condition, clause or cycle (printed as a cycle).
  static Schedule build(const std::vector<ThornDeclaration>& thorns, const std::vector<Bin>& bins,
                        const Parameters& parameters, const Variables& variables, ErrorList& errors);

  const std::vector<Bin>& bins() const { return bins_; }
  const std::vector<Routine>& routines() const { return routines_; }
  const std::vector<ScheduleNode>& nodes(const std::string& bin) const;

  /// Runs one bin: conditions, every, trigger, while loops; calls back for each thing to do.
  void traverse(const std::string& bin, std::int64_t iteration, ScheduleVisitor& visitor) const;

  /// Variables that routines with clauses from parameters read at this iteration (output).
  std::vector<int> output_variables(std::int64_t iteration) const;

  /// Resolves the clauses that follow steered parameters again.
  void refresh();

  /// The tree as text, for `nopal describe`/`check` and tests.
  std::string text() const;

private:
  const Parameters* parameters_ = nullptr;
  const Variables* variables_ = nullptr;
  std::vector<Bin> bins_;
  std::vector<Routine> routines_;
  std::vector<std::vector<ClausesFromParameter>> from_parameters_; ///< by routine; names made full
  std::map<std::string, std::vector<ScheduleNode>> nodes_;
};

} // namespace nopal
