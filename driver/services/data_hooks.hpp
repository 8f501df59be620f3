#pragma once
// The hooks of the Accelerator that infrastructure thorns call with names of variables.

#include "core/accelerator/accelerator.hpp"
#include "core/thorn/services.hpp"
#include "driver/exchange/ghost_exchange.hpp"

namespace nopal {

class RunDataHooks final : public DataHooks {
public:
  RunDataHooks(const Variables& variables, Accelerator& accelerator, GhostExchange& exchange)
      : variables_(variables), accelerator_(accelerator), exchange_(exchange) {}

  void sync(const std::vector<std::string>& names) override;
  void copy_from_past(const std::vector<std::string>& names) override;
  void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) override;
  void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) override;
  void require_valid_data(const std::vector<std::string>& clauses, bool on_device) override;
  Region valid(Slot slot) const override { return accelerator_.tracker().validity().valid_anywhere(slot); }

private:
  Place place(bool on_device) const;
  const Variables& variables_;
  Accelerator& accelerator_;
  GhostExchange& exchange_;
};

/// Resolves clauses such as "wavetoy::phi@1(interior)". A clause without a region means `default_region`. Throws one
/// Error with all mistakes.
std::vector<Clause> clauses_of(const Variables& variables, const std::vector<std::string>& texts,
                               Region default_region);

} // namespace nopal
