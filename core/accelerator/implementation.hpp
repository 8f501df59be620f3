#pragma once
// What stands behind the Accelerator: rules (tracker), data (stores, transfers, exchange) and the trace.

#include "core/accelerator/copy_back.hpp"
#include "core/accelerator/exchange_buffers.hpp"
#include "core/accelerator/poison.hpp"
#include "core/accelerator/text_trace.hpp"

#include <optional>

namespace nopal {

struct Accelerator::Implementation {
  Implementation(const AcceleratorContext& context, const AcceleratorSettings& settings);

  /// Storage exists at the place, and no copy reads what will be written. `writer` and the clause say who writes.
  void prepare_writes(const std::vector<Clause>& clauses, Place place, const std::string& writer) {
    for (const Clause& clause : clauses) prepare_write(clause, place, writer);
  }
  void prepare_writes(const Routine& routine, Place place) {
    for (const Clause& clause : routine.writes) prepare_write(clause, place, routine);
  }
  template <class Writer> void prepare_write(const Clause& clause, Place place, const Writer& writer) {
    if (!stores.has_storage(clause.slot.variable)) throw_no_storage(clause, writer);
    if (place == host_place)
      stores.await_host(clause.slot);
    else
      stores.create_on_device(clause.slot.variable);
  }
  [[noreturn]] void throw_no_storage(const Clause& clause, const std::string& writer) const;
  [[noreturn]] void throw_no_storage(const Clause& clause, const Routine& writer) const {
    throw_no_storage(clause, writer.full_name());
  }

  /// Executes `copies`.
  void execute();
  /// Timelevel 0 of the variable, or all its timelevels, to the host.
  void copy_back(int variable);
  /// What the routine wrote, to the host.
  void copy_back_written(const Routine& routine);
  /// Executes `pasts`.
  void copy_pasts();
  void spoil() {
    if (poison) poison->update();
  }
  /// Whether `accelerator.poison` is on.
  bool poisons() const { return settings.poison && poison.has_value(); }

  /// Whether anybody listens: the rest of an event is put together only then.
  bool watched() const { return !observers.empty(); }
  void begin(Hook hook) {
    for (AcceleratorObserver* observer : observers) observer->begin(hook);
  }
  /// Iteration added.
  void end(HookEvent event);
  std::span<const TransferRecord> copied() const { return transfers.records(); }

  AcceleratorContext context;
  AcceleratorSettings settings;
  const Variables& variables;
  Tracker tracker;
  Stores stores;
  Transfers transfers;
  ExchangeBuffers exchange;
  std::optional<Poison> poison; ///< where the device or the parameter asks for it
  std::optional<TextTrace> text;
  std::vector<AcceleratorObserver*> observers;
  bool attended = false;        ///< watched, or poison is about: one question for calls with neither
  std::vector<int> copied_back; ///< what copy_back_vars names
  std::vector<int> cycled;      ///< variables of two or more timelevels
  bool hold = false;
  std::vector<CopyOrder> copies; ///< of the event under way
  std::vector<SyncOrder> syncs;  ///< of the sync under way
  std::vector<PastOrder> pasts;
  std::string sync_cause;
  Counters before_sync;
  std::vector<MessageSize> messages;
};

} // namespace nopal
