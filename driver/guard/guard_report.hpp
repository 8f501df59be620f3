#pragma once
// The messages of the guard about undeclared accesses.

#include "core/grid/decomposition.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"
#include "driver/guard/fault_trap.hpp"
#include "driver/guard/rest.hpp"

#include <memory>
#include <optional>
#include <string>

namespace nopal {

/// A slot with storage, and the regions that the running routine reads and writes on the host.
struct GuardedSlot {
  Slot slot;
  std::byte* data = nullptr; ///< on pages of its own
  std::size_t bytes = 0;
  std::size_t element_size = 8;
  const Layout* layout = nullptr;
  Region reads = Region::none;
  Region writes = Region::none;
  /// The points of `writes` that the routine may write. Null: all of them.
  std::shared_ptr<const PointSet> points{};

  /// Whether the routine may write this point of a region.
  bool may_write(Region region, const Index& at) const {
    return any(region & writes) && (points == nullptr || contains(*points, at));
  }
};

/// Returns the point at an address of the slot's allocation; nullopt for padding and for other addresses.
std::optional<Index> point_at(const GuardedSlot& slot, std::uintptr_t address);

/// The call that a message is about. Each message begins with the place of the routine's declaration and says what to
/// change.
struct GuardedCall {
  const Variables& variables;
  const Decomposition& decomposition;
  int rank;
  const Routine& routine;
  bool on_device;
};

/// Returns the message for an access that a page did not allow. `code` is the place of the instruction.
std::string access_text(const GuardedCall& call, const GuardedSlot& slot, FaultKind kind, std::uintptr_t address,
                        const std::string& code);
/// A thread that an earlier function has left running, and where it accesses memory.
struct LateThread {
  std::string starter; ///< "heat::start (initial, iteration 0)"
  std::string code;    ///< the place of the instruction
};
/// Returns the message for an access by such a thread that the running function does not declare.
std::string late_thread_text(const GuardedCall& call, const GuardedSlot& slot, FaultKind kind, std::uintptr_t address,
                             const LateThread& thread);
/// Returns the message for `changed`, a list of what the function has changed in the process for all functions.
std::string change_text(const GuardedCall& call, const std::string& changed);
/// Returns the message for an access of a view to a point that is not stored.
std::string outside_text(const GuardedCall& call, const GuardedSlot& slot, Access access, const Index& at);
/// Returns the message for an access of a view to a stored point that no clause names; else nothing.
std::string undeclared_text(const GuardedCall& call, const GuardedSlot& slot, Access access, const Index& at);
/// Returns the message for a read of a stored point that holds no valid value.
std::string invalid_text(const GuardedCall& call, const GuardedSlot& slot, const Index& at);
/// Returns the message for a change of memory of the slot that holds no point.
std::string slack_text(const GuardedCall& call, const GuardedSlot& slot, std::uintptr_t address);
/// Returns the message for points that changed although they are not declared as written.
std::string changes_text(const GuardedCall& call, const GuardedSlot& slot, const Changes& changes);
/// Returns the message for a system call that got memory which it may not access. `own_text`: the routine's own error,
/// or empty.
std::string system_call_text(const GuardedCall& call, const std::string& own_text);

} // namespace nopal
