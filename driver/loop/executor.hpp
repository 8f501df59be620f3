#pragma once
// Carries out what the schedule says: routines, syncs, storage.

#include "core/schedule/storage_scopes.hpp"
#include "driver/exchange/ghost_exchange.hpp"
#include "driver/loop/function_call.hpp"
#include "driver/setup/kernels.hpp"
#include "driver/storage/storage.hpp"

#include <string>
#include <vector>

namespace nopal {

class Executor final : public ScheduleVisitor {
public:
  Executor(const CallEnvironment& environment, Storage& storage, Accelerator& accelerator, GhostExchange& exchange);

  /// Begins an iteration: what routines are told of time.
  void set_iteration(std::int64_t iteration);
  /// Errors say which routine, bin and iteration they come from.
  void run_bin(const std::string& bin);
  /// What of the bin is due at the end of the run, as above.
  void run_bin_at_end(const std::string& bin);

  const KernelClock& clock() const { return clock_; }

  void call(const Routine& routine) override;
  void sync(const std::vector<int>& variables, const std::string& cause) override;
  void storage_on(const std::vector<int>& variables) override;
  void storage_off(const std::vector<int>& variables) override;
  Scalar scalar(int variable, const std::string& reader) override;
  bool is_requested(const ScheduleNode& node) override;

private:
  void call_built_in(const Routine& routine);
  void run(const Routine& routine, Place place);

  CallEnvironment environment_;
  Storage& storage_;
  Accelerator& accelerator_;
  GhostExchange& exchange_;
  std::vector<ThornFunction> functions_; ///< by routine; null for kernels
  StorageScopes scopes_;
  KernelClock clock_;
};

} // namespace nopal
