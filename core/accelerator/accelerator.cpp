#include "core/accelerator/accelerator.hpp"

#include <numeric>

namespace nopal {

struct Accelerator::Implementation {
  Implementation(const AcceleratorContext& context, const AcceleratorSettings& settings)
      : context(context), coordinator({.variables = context.variables,
                                       .routines = context.routines,
                                       .decomposition = context.decomposition,
                                       .rank = context.rank,
                                       .device = context.device != nullptr,
                                       .device_moves = context.device != nullptr && context.device->moves(),
                                       .log = context.log,
                                       .observers = context.observers},
                                      settings),
        mover(coordinator, *context.memory, context.device, settings.poison) {
    find_storage();
  }

  void find_storage() {
    for (int v = 0; v < coordinator.variables().n_variables(); ++v)
      coordinator.set_storage(v, context.memory->has_storage(v));
  }

  void copy_back_written(const Routine& routine) {
    HookCall call = coordinator.copy_back_written(routine);
    mover.transfer();
    call.end();
  }

  AcceleratorContext context;
  Coordinator coordinator;
  Mover mover;
};

Accelerator::Accelerator(const AcceleratorContext& context, const AcceleratorSettings& settings)
    : implementation_(std::make_unique<Implementation>(context, settings)) {}

Accelerator::~Accelerator() = default;

const Tracker& Accelerator::tracker() const { return implementation_->coordinator.tracker(); }
const Counters& Accelerator::counters() const { return implementation_->coordinator.counters(); }
Place Accelerator::place_of(const Routine& routine) const { return implementation_->coordinator.place_of(routine); }
void Accelerator::hold_on_host(bool hold) { implementation_->coordinator.hold_on_host(hold); }
void Accelerator::set_iteration(std::int64_t iteration) { implementation_->coordinator.set_iteration(iteration); }

void Accelerator::init() {
  auto& [context, coordinator, mover] = *implementation_;
  std::vector<int> all(static_cast<std::size_t>(coordinator.variables().n_variables()));
  std::iota(all.begin(), all.end(), 0);
  implementation_->find_storage();
  mover.storage_on(all);
  if (context.device == nullptr) return;
  std::vector<int> with_storage;
  for (const int v : device_variables(coordinator.variables(), *context.routines))
    if (coordinator.has_storage(v)) with_storage.push_back(v);
  mover.create_on_device(with_storage);
}

void Accelerator::copy_back() {
  HookCall call = implementation_->coordinator.copy_back();
  implementation_->mover.transfer();
  call.end();
}

void Accelerator::pre_call_function(const Routine& routine, Place place) {
  Mover& mover = implementation_->mover;
  HookCall call = implementation_->coordinator.pre_call_function(routine, place);
  mover.forget_moments();
  mover.transfer();
  mover.prepare_writes(routine.writes, place);
  if (mover.searches()) mover.poison().fill_written(routine, place);
  call.end();
}

void Accelerator::post_call_function(const Routine& routine, Place place) {
  auto& [context, coordinator, mover] = *implementation_;
  if (mover.searches()) mover.poison().search_written(routine, place, coordinator.tracker());
  HookCall call = coordinator.post_call_function(routine, place);
  mover.spoil();
  if (coordinator.copies_back(routine, place)) implementation_->copy_back_written(routine);
  call.end();
}

const SyncBuffers& Accelerator::pre_sync(const std::vector<int>& variables, const std::string& cause) {
  HookCall call = implementation_->coordinator.pre_sync(variables, cause);
  const SyncBuffers& buffers = implementation_->mover.pack();
  call.end();
  return buffers;
}

void Accelerator::post_sync() {
  HookCall call = implementation_->coordinator.post_sync();
  implementation_->mover.unpack();
  implementation_->mover.spoil();
  call.end();
}

void Accelerator::cycle() {
  auto& [context, coordinator, mover] = *implementation_;
  HookCall call = coordinator.cycle();
  mover.cycle(coordinator.cycled());
  mover.spoil();
  call.end();
}

void Accelerator::copy_from_past(const std::vector<int>& variables) {
  auto& [context, coordinator, mover] = *implementation_;
  HookCall call = coordinator.copy_from_past(variables);
  mover.forget_moments();
  mover.copy_from_past(coordinator.pasts());
  mover.spoil();
  call.end();
}

void Accelerator::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  Mover& mover = implementation_->mover;
  HookCall call = implementation_->coordinator.notify_data_modified(clauses, place);
  mover.prepare_writes(clauses, place);
  mover.forget_moments();
  mover.spoil();
  call.end();
}

void Accelerator::require_invalid_data(const std::vector<Clause>& clauses, Place place) {
  Mover& mover = implementation_->mover;
  HookCall call = implementation_->coordinator.require_invalid_data(clauses, place);
  mover.transfer();
  mover.prepare_writes(clauses, place);
  // The caller may write through a queue or an address of its own, past the order of the device.
  mover.await_host(clauses);
  call.end();
}

void Accelerator::require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
  HookCall call = implementation_->coordinator.require_valid_data(clauses, place, reader);
  implementation_->mover.transfer();
  call.end();
}

std::optional<DeviceMoments> Accelerator::moments(Slot slot) const { return implementation_->mover.moments(slot); }

void Accelerator::storage_on(const std::vector<int>& variables) {
  for (const int v : variables) implementation_->coordinator.set_storage(v, true);
  implementation_->mover.storage_on(variables);
}

void Accelerator::storage_off(const std::vector<int>& variables) {
  HookCall call = implementation_->coordinator.storage_off(variables);
  implementation_->mover.storage_off(variables);
  implementation_->mover.spoil();
  call.end();
}

std::vector<Slot> Accelerator::copies_not_awaited() const { return implementation_->mover.copies_not_awaited(); }
void Accelerator::finish() { implementation_->mover.finish(); }

std::vector<int> device_variables(const Variables& variables, const std::vector<Routine>& routines) {
  std::vector<char> named(variables.n_variables(), 0);
  for (const Routine& routine : routines) {
    if (!routine.device) continue;
    for (const auto* clauses : {&routine.reads, &routine.writes})
      for (const Clause& clause : *clauses) {
        if (clause.is_reduced()) continue;
        const bool by_value = routine.is_kernel && variables.group_of(clause.slot.variable).kind == GroupKind::scalar;
        if (!by_value) named[clause.slot.variable] = 1;
      }
  }
  std::vector<int> result;
  for (int v = 0; v < variables.n_variables(); ++v)
    if (named[v]) result.push_back(v);
  return result;
}

} // namespace nopal
