// The hooks and reductions that guarded functions call. They open the storage while they work.

#include "driver/guard/guard.hpp"
#include "driver/services/data_hooks.hpp"

#include <fmt/ranges.h>

namespace nopal {

namespace {

class GuardedHooks final : public DataHooks {
public:
  GuardedHooks(DataHooks& hooks, Guard& guard) : hooks_(hooks), guard_(guard) {}

  void sync(const std::vector<std::string>& names) override {
    about_to("syncs", names);
    guard_.open_for([&] { hooks_.sync(names); });
  }
  void copy_from_past(const std::vector<std::string>& names) override {
    about_to("copies from the past", names);
    guard_.open_for([&] { hooks_.copy_from_past(names); });
  }
  void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) override {
    about_to("calls notify_data_modified for", clauses);
    guard_.open_for([&] { hooks_.notify_data_modified(clauses, on_device); });
  }
  void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) override {
    about_to("calls require_invalid_data for", clauses);
    const std::vector<Clause> writes = guard_.clauses_on_host(clauses, on_device);
    guard_.open_for([&] { hooks_.require_invalid_data(clauses, on_device); }, {}, writes);
  }
  void require_valid_data(const std::vector<std::string>& clauses, bool on_device) override {
    about_to("calls require_valid_data for", clauses);
    const std::vector<Clause> reads = guard_.clauses_on_host(clauses, on_device);
    guard_.open_for([&] { hooks_.require_valid_data(clauses, on_device); }, reads);
  }
  Region valid(Slot slot) const override { return hooks_.valid(slot); }
  std::optional<LastWrite> last_write(Slot slot) const override { return hooks_.last_write(slot); }
  void set_last_write(Slot slot, const LastWrite& write) override { hooks_.set_last_write(slot, write); }
  std::optional<EarlierIteration> earlier_iteration(Slot slot) const override { return hooks_.earlier_iteration(slot); }

private:
  void about_to(const char* what, const std::vector<std::string>& names) const {
    guard_.about_to(fmt::format("{} {}", what, fmt::join(names, ", ")));
  }
  DataHooks& hooks_;
  Guard& guard_;
};

class GuardedReductions final : public Reductions {
public:
  GuardedReductions(Reductions& reductions, Guard& guard) : reductions_(reductions), guard_(guard) {}

  std::vector<Reduced> reduce(Slot slot, std::span<const Reduction> which) override {
    std::string names;
    for (const Reduction reduction : which) names += (names.empty() ? "" : ", ") + to_string(reduction);
    guard_.about_to(fmt::format("reduces {} ({})", guard_.name_of(slot), names));
    if (!guard_.reduces(slot)) return reductions_.reduce(slot, which);
    std::vector<Reduced> results;
    guard_.open_for([&] { results = reductions_.reduce(slot, which); });
    return results;
  }
  double sum(const ExactSum& local) override {
    guard_.about_to("adds a number of all ranks, exactly (sum)");
    return reductions_.sum(local);
  }
  Int128 integer_sum(const ExactSum& local) override {
    guard_.about_to("adds an integer of all ranks (sum)");
    return reductions_.integer_sum(local);
  }
  double max(double local) override {
    guard_.about_to("takes the maximum of a number of all ranks (max)");
    return reductions_.max(local);
  }
  double min(double local) override {
    guard_.about_to("takes the minimum of a number of all ranks (min)");
    return reductions_.min(local);
  }

private:
  Reductions& reductions_;
  Guard& guard_;
};

} // namespace

DataHooks& Guard::around(DataHooks& hooks) {
  hooks_ = std::make_unique<GuardedHooks>(hooks, *this);
  return *hooks_;
}

Reductions& Guard::around(Reductions& reductions) {
  reductions_ = std::make_unique<GuardedReductions>(reductions, *this);
  return *reductions_;
}

std::vector<Clause> Guard::clauses_on_host(const std::vector<std::string>& clauses, bool on_device) const {
  if (on_device && parts_.accelerator->tracker().validity().n_places() > 1) return {};
  return clauses_of(*parts_.variables, clauses, Region::everywhere);
}

} // namespace nopal
