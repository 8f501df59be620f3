#include "core/accelerator/coordinator.hpp"

#include "core/accelerator/copy_back.hpp"
#include "core/base/error.hpp"

namespace nopal {

Coordinator::Coordinator(const CoordinatorContext& context, const AcceleratorSettings& settings)
    : variables_(*context.variables), settings_(settings), device_(context.device), spaces_(*context.spaces),
      tracker_(variables_, *context.routines, context.device ? 2 : 1, spaces_.regions(), {false, context.device_moves}),
      planner_(variables_, spaces_), has_storage_(variables_.n_variables(), 0),
      copied_back_(copy_back_variables(variables_, settings.copy_back_vars)), observers_(context.observers) {
  if (context.log && (settings.verbose || settings.very_verbose)) {
    text_.emplace(variables_, tracker_, context.log,
                  TextTraceSettings{settings.very_verbose, settings.verbose_from, settings.verbose_to});
    observers_.push_back(&*text_);
  }
  for (int v = 0; v < variables_.n_variables(); ++v)
    if (variables_.timelevels(v) >= 2) cycled_.push_back(v);
}

void Coordinator::throw_no_storage(const Clause& clause, const std::string& writer) const {
  const std::string group = variables_.group_of(clause.slot.variable).full_name();
  throw Error(clause.where, writer + " writes " + variables_.text(clause.slot) +
                                ", which has no storage at iteration " + std::to_string(tracker_.iteration()) +
                                "; name " + group + " under `storage:` of this routine, or of a group that holds it");
}

void Coordinator::throw_no_storage(const Clause& clause, const Routine& writer) const {
  throw_no_storage(clause, writer.full_name());
}

/// Turns `orders_` into `transfers_`, one for each part, and counts them.
void Coordinator::decide_transfers() {
  transfers_.clear();
  for (CopyOrder order : orders_) {
    const int v = order.slot.variable;
    for (const Geometry& part : spaces_.of(v).parts) {
      const Transfer& transfer =
          transfers_.emplace_back(decide_transfer(order, part, static_cast<std::int64_t>(element_size(v)), validity()));
      ++order.slot.part;
      if (transfer.form == TransferForm::nothing) continue;
      TransferCount& count = order.to != host_place ? counters_.to_device : counters_.to_host;
      count = count + TransferCount{1, transfer.payload_bytes, transfer.moved_bytes};
    }
  }
}

/// Sets what the observers get at the end of the call.
void Coordinator::note(HookCall& call, HookEvent event) const {
  event.hook = call.hook();
  event.iteration = tracker_.iteration();
  call.set(event);
}

} // namespace nopal
