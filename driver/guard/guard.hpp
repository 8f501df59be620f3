#pragma once
// Finds accesses of host functions that they do not declare (docs/guard.md).

#include "core/accelerator/accelerator.hpp"
#include "core/plugins/plugin.hpp"
#include "core/thorn/services.hpp"
#include "driver/guard/fault_trap.hpp"
#include "driver/guard/guard_report.hpp"
#include "driver/guard/left_threads.hpp"
#include "driver/guard/meeting.hpp"
#include "driver/guard/process_state.hpp"
#include "driver/guard/watched_view.hpp"
#include "driver/session/failure.hpp"
#include "driver/storage/storage.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace nopal {

/// While a function runs, it cannot access storage that it does not declare, and cannot write storage that it only
/// reads. Between functions all storage is open. Its views check each access. Afterwards the scalars that it writes
/// must be the same on all ranks, and what it has changed in the process is an error. The services of nopal that it
/// calls must be the same on all ranks. Through an address a function can also read what it declares as written,
/// because processors have no memory that can only be written; poison finds such reads.
class Guard final : public CollectiveWatch {
public:
  /// The objects of the run that the guard uses. They must outlive it.
  struct Parts {
    const Session* session = nullptr;
    const Variables* variables = nullptr;
    const Decomposition* decomposition = nullptr;
    Storage* storage = nullptr; ///< with SlotPages::own
    Accelerator* accelerator = nullptr;
    const HostBackend* host = nullptr;
    LastWords last_words; ///< called before the whole job is ended
  };
  /// Collective.
  explicit Guard(const Parts& parts);

  /// Runs a function of a thorn. For an undeclared access throws Error, or ends the job if the function cannot be left.
  /// An error of one rank is an AgreedError of all ranks.
  void call(ThornFunction function, Call& call, const Routine& routine, Place place);

  /// Returns the hooks for guarded functions. Each opens the storage while it works. After require_valid_data and
  /// require_invalid_data the function may read and write the named data on the host. `hooks` must outlive the guard.
  DataHooks& around(DataHooks& hooks);
  /// Returns the reductions for guarded functions. They may read the slots that the function declares under `reduces:`;
  /// the function itself may not. `reductions` must outlive the guard.
  Reductions& around(Reductions& reductions);
  /// Returns what sees the accesses of the running function's view to a slot; null: no function runs. It lives as long
  /// as the guard, because a function may keep a view.
  const FieldWatch* watch(Slot slot, Access access);
  /// True if the running function declares that it reduces the slot.
  bool reduces(Slot slot) const;
  std::string name_of(Slot slot) const { return parts_.variables->text(slot); }
  void about_to(const std::string& what) override;
  void sends() override { meeting_.sends(); }
  void receives(int rank) override { meeting_.receives(rank, place()); }
  /// Runs a step of nopal itself inside a function, with all storage open. Allows `reads` and `writes` to the function
  /// afterwards.
  void open_for(const std::function<void()>& step, const std::vector<Clause>& reads = {},
                const std::vector<Clause>& writes = {});
  /// Resolves the clauses that a hook gets, if it works on the host; otherwise returns none. Without a device all hooks
  /// work on the host.
  std::vector<Clause> clauses_on_host(const std::vector<std::string>& clauses, bool on_device) const;

private:
  void begin(const Routine& routine, Place place);
  void run(ThornFunction function, Call& call);
  void allow(const Clause& clause, Region GuardedSlot::* access);
  void protect() const;
  void unprotect() const;
  /// Ends the job with a message about the running function.
  void end(const std::string& text);
  /// Returns "heat::step (evol, iteration 7)" for the running function; without one, "between functions".
  std::string place() const;
  void check_after(const std::string& changed) const;
  void check_together(const std::exception_ptr& failure);
  void compare_scalars() const;
  void keep_rests();
  void check_rests() const;
  FaultTrap::Verdict judge(const Fault& fault) const;

  Parts parts_;
  Meeting meeting_;
  WorkingFolder folder_;
  LeftThreads left_threads_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::unique_ptr<DataHooks> hooks_;
  std::unique_ptr<Reductions> reductions_;
  std::optional<GuardedCall> call_; ///< of the function that runs. The following members describe this function, too.
  std::string module_;              ///< path of its library
  std::vector<GuardedSlot> slots_;
  std::vector<AddressRange> ranges_;
  long call_number_ = 0; ///< of the function that runs, or of the next one
  std::map<std::pair<Slot, Access>, std::unique_ptr<WatchedView>> views_;
  std::vector<std::optional<Rest>> rests_; ///< for each slot; empty if all or nothing of the slot may be written
  std::optional<FaultTrap> trap_;          ///< the last member, because its thread uses the others
};

} // namespace nopal
