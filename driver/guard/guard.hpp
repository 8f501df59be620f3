#pragma once
// Finds what host functions access without declaring it, at the access itself (docs/guard.md).

#include "core/accelerator/accelerator.hpp"
#include "core/plugins/plugin.hpp"
#include "core/thorn/services.hpp"
#include "driver/guard/fault_trap.hpp"
#include "driver/guard/guard_report.hpp"
#include "driver/session/end_job.hpp"
#include "driver/storage/storage.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace nopal {

/// While a function runs, storage that it does not declare cannot be accessed, and what it only reads cannot be
/// written. Between functions everything can be, as without a guard. What is written but not read can be read all the
/// same: processors know no memory that is written only, and poison shows such reads.
class Guard {
public:
  struct Parts {
    const Session* session = nullptr;
    const Variables* variables = nullptr;
    const Decomposition* decomposition = nullptr;
    Storage* storage = nullptr; ///< of SlotPages::own
    Accelerator* accelerator = nullptr;
    const HostBackend* host = nullptr;
    LastWords last_words; ///< told where the whole job is ended
  };
  explicit Guard(const Parts& parts);
  ~Guard();

  /// Runs a function of a thorn at a place; throws Error for an undeclared access.
  void call(ThornFunction function, Call& call, const Routine& routine, Place place);

  /// The hooks for functions under guard: each opens the storage while it works. What require_valid_data and
  /// require_invalid_data name on the host may be read and written until the function ends. `hooks` must live as long.
  DataHooks& around(DataHooks& hooks);
  /// Reductions for functions under guard: they look at what the function declares that it reduces, though it may not.
  /// `reductions` must live as long.
  Reductions& around(Reductions& reductions);
  /// Whether the function that runs declares that it reduces the slot.
  bool reduces(Slot slot) const;
  /// Runs a step of nopal's own inside a function, with all storage open; `reads` and `writes` are allowed from then
  /// on.
  void open_for(const std::function<void()>& step, const std::vector<Clause>& reads = {},
                const std::vector<Clause>& writes = {});
  const Variables& variables() const { return *parts_.variables; }
  /// Of what a hook is asked to do on the device.
  bool happens_on_host(bool on_device) const {
    return !on_device || parts_.accelerator->tracker().validity().n_places() == 1;
  }

private:
  void begin(const Routine& routine, Place place);
  void run(ThornFunction function, Call& call);
  void allow(const std::vector<Clause>& clauses, Region GuardedSlot::*access);
  void protect();
  void unprotect();
  void keep_rests();
  void check_rests() const;
  FaultTrap::Verdict judge(const Fault& fault) const;
  GuardReport report() const;

  Parts parts_;
  std::unique_ptr<DataHooks> hooks_;
  std::unique_ptr<Reductions> reductions_;
  // Of the function that runs.
  const Routine* routine_ = nullptr;
  bool on_device_ = false;
  std::string module_; ///< its library
  std::vector<GuardedSlot> slots_;
  std::vector<AddressRange> ranges_;
  std::vector<std::optional<Rest>> rests_; ///< by slot; none where all of it may be written, or nothing
  std::optional<FaultTrap> trap_;          ///< last: its thread looks at the rest
};

} // namespace nopal
