#pragma once
// The hooks of the Accelerator that infrastructure thorns call with names of variables.

#include "core/accelerator/accelerator.hpp"
#include "core/schedule/schedule.hpp"
#include "core/thorn/services.hpp"
#include "driver/exchange/ghost_exchange.hpp"

namespace nopal {

class RunDataHooks final : public DataHooks {
public:
  RunDataHooks(const Variables& variables, const Schedule& schedule, Accelerator& accelerator, GhostExchange& exchange)
      : variables_(variables), schedule_(schedule), accelerator_(accelerator), exchange_(exchange) {}

  void sync(const std::vector<std::string>& names) override;
  void copy_from_past(const std::vector<std::string>& names) override;
  void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) override;
  void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) override;
  void require_valid_data(const std::vector<std::string>& clauses, bool on_device) override;
  Region valid(Slot slot) const override { return accelerator_.tracker().validity().valid_anywhere(slot); }
  std::optional<LastWrite> last_write(Slot slot) const override;
  void set_last_write(Slot slot, const LastWrite& write) override;
  std::optional<EarlierIteration> earlier_iteration(Slot slot) const override;

private:
  Place place(bool on_device) const;
  const Variables& variables_;
  const Schedule& schedule_;
  Accelerator& accelerator_;
  GhostExchange& exchange_;
};

/// Resolves clauses such as "wavetoy::phi@1(interior)". A clause without a region means `default_region`. Throws one
/// Error with all mistakes.
std::vector<Clause> clauses_of(const Variables& variables, const std::vector<std::string>& texts,
                               Region default_region);

} // namespace nopal
