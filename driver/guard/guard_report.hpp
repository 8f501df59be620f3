#pragma once
// What the guard says of an undeclared access.

#include "core/grid/decomposition.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"
#include "driver/guard/fault_trap.hpp"
#include "driver/guard/guarded_slot.hpp"
#include "driver/guard/rest.hpp"

#include <string>

namespace nopal {

/// Messages about one routine; each begins with the place of its declaration and ends with the clause to write.
class GuardReport {
public:
  GuardReport(const Variables& variables, const Decomposition& decomposition, int rank, const Routine& routine,
              bool on_device)
      : variables_(variables), decomposition_(decomposition), rank_(rank), routine_(routine), on_device_(on_device) {}

  /// An access that a page did not allow. `code` says where the instruction is.
  std::string access(const GuardedSlot& slot, FaultKind kind, std::uintptr_t address, const std::string& code) const;
  /// Points that changed though they are not declared as written.
  std::string outside(const GuardedSlot& slot, const Changes& changes) const;
  /// A system call that was given memory which it may not touch. `own_text`: what the routine itself threw, or empty.
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

/// The element's value; with its bits where two differ that read alike.
std::string value_text(Type type, const std::byte* element);
std::string change_text(Type type, const Changes::Point& point);

} // namespace nopal
