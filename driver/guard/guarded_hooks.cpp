#include "driver/guard/guarded_hooks.hpp"

#include "driver/services/data_hooks.hpp"

namespace nopal {

void GuardedHooks::sync(const std::vector<std::string>& names) {
  guard_.open_for([&] { hooks_.sync(names); });
}

void GuardedHooks::copy_from_past(const std::vector<std::string>& names) {
  guard_.open_for([&] { hooks_.copy_from_past(names); });
}

void GuardedHooks::notify_data_modified(const std::vector<std::string>& clauses, bool on_device) {
  guard_.open_for([&] { hooks_.notify_data_modified(clauses, on_device); });
}

void GuardedHooks::require_invalid_data(const std::vector<std::string>& clauses, bool on_device) {
  std::vector<Clause> writes;
  if (guard_.happens_on_host(on_device)) writes = clauses_of(guard_.variables(), clauses, Region::everywhere);
  guard_.open_for([&] { hooks_.require_invalid_data(clauses, on_device); }, {}, writes);
}

void GuardedHooks::require_valid_data(const std::vector<std::string>& clauses, bool on_device) {
  std::vector<Clause> reads;
  if (guard_.happens_on_host(on_device)) reads = clauses_of(guard_.variables(), clauses, Region::everywhere);
  guard_.open_for([&] { hooks_.require_valid_data(clauses, on_device); }, reads);
}

std::vector<double> GuardedReductions::reduce(Slot slot, std::span<const Reduction> which) {
  if (!guard_.reduces(slot)) return reductions_.reduce(slot, which);
  std::vector<double> results;
  guard_.open_for([&] { results = reductions_.reduce(slot, which); });
  return results;
}

} // namespace nopal
