#pragma once
// The messages of the guard about undeclared accesses.

#include "core/grid/decomposition.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"
#include "driver/guard/fault_trap.hpp"
#include "driver/guard/guarded_slot.hpp"
#include "driver/guard/rest.hpp"

#include <string>

namespace nopal {

/// Makes messages about one routine. Each begins with the place of the routine's declaration and says what to change.
class GuardReport {
public:
  GuardReport(const Variables& variables, const Decomposition& decomposition, int rank, const Routine& routine,
              bool on_device)
      : variables_(variables), decomposition_(decomposition), rank_(rank), routine_(routine), on_device_(on_device) {}

  /// Returns the message for an access that a page did not allow. `code` is the place of the instruction.
  std::string access(const GuardedSlot& slot, FaultKind kind, std::uintptr_t address, const std::string& code) const;
  /// Returns the message for points that changed although they are not declared as written.
  std::string outside(const GuardedSlot& slot, const Changes& changes) const;
  /// Returns the message for a system call that got memory which it may not access. `own_text`: the routine's own
  /// error, or empty.
  std::string system_call(const std::string& own_text) const;

private:
  Region region_of(Slot slot, const Index& point) const;
  std::string point_text(Slot slot, const Index& point) const;
  std::string clause_text(Slot slot, Region region, Region default_region) const;
  std::string clauses(const std::vector<Clause>& list) const;

  const Variables& variables_;
  const Decomposition& decomposition_;
  int rank_;
  const Routine& routine_;
  bool on_device_;
};

/// Returns the value of an element as text.
std::string value_text(Type type, const std::byte* element);
/// Returns "old -> new", with the bits if both values have the same text.
std::string change_text(Type type, const Changes::Point& point);

} // namespace nopal
