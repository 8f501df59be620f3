#pragma once
// Hooks and reductions for guarded functions: they open the storage while they work.

#include "core/thorn/services.hpp"
#include "driver/guard/guard.hpp"

namespace nopal {

class GuardedHooks final : public DataHooks {
public:
  GuardedHooks(DataHooks& hooks, Guard& guard) : hooks_(hooks), guard_(guard) {}

  void sync(const std::vector<std::string>& names) override;
  void copy_from_past(const std::vector<std::string>& names) override;
  void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) override;
  void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) override;
  void require_valid_data(const std::vector<std::string>& clauses, bool on_device) override;
  Region valid(Slot slot) const override { return hooks_.valid(slot); }

private:
  DataHooks& hooks_;
  Guard& guard_;
};

class GuardedReductions final : public Reductions {
public:
  GuardedReductions(Reductions& reductions, Guard& guard) : reductions_(reductions), guard_(guard) {}

  std::vector<double> reduce(Slot slot, std::span<const Reduction> which) override;
  double sum(const ExactSum& local) override { return reductions_.sum(local); }
  double max(double local) override { return reductions_.max(local); }
  double min(double local) override { return reductions_.min(local); }

private:
  Reductions& reductions_;
  Guard& guard_;
};

} // namespace nopal
