#include "core/accelerator/accelerator.hpp"

#include <numeric>

namespace nopal {

namespace {

DeviceKind kind_of(const Device* device) {
  if (device == nullptr) return DeviceKind::none;
  return device->moves() ? DeviceKind::moves : DeviceKind::copies;
}

} // namespace

Accelerator::Accelerator(const AcceleratorContext& context, HostMemory& memory, Device* device,
                         const AcceleratorSettings& settings)
    : routines_(*context.routines), callable_(context.callable), memory_(memory),
      coordinator_(context, kind_of(device), settings), mover_(coordinator_, memory, device, settings.poison) {
  find_storage();
}

void Accelerator::find_storage() {
  for (int v = 0; v < coordinator_.variables().n_variables(); ++v) coordinator_.set_storage(v, memory_.has_storage(v));
}

void Accelerator::init() {
  std::vector<int> all(static_cast<std::size_t>(coordinator_.variables().n_variables()));
  std::iota(all.begin(), all.end(), 0);
  find_storage();
  mover_.storage_on(all);
  std::vector<int> on_device = device_variables(coordinator_.variables(), routines_, callable_ ? &*callable_ : nullptr);
  const Variables& variables = coordinator_.variables();
  std::erase_if(on_device, [&](int v) { return !coordinator_.has_storage(v) && !variables.group_of(v).temporary; });
  mover_.create_on_device(on_device);
}

/// Executes the transfers of a hook that does nothing else.
void Accelerator::transfer(HookCall call) {
  mover_.transfer();
  call.end();
}

void Accelerator::copy_back() { transfer(coordinator_.copy_back()); }

void Accelerator::copy_back_written(const Routine& routine) { transfer(coordinator_.copy_back_written(routine)); }

void Accelerator::pre_call_function(const Routine& routine, Place place) {
  HookCall call = coordinator_.pre_call_function(routine, place);
  mover_.forget_moments();
  known_.forget(routine.writes);
  if (routine.state == Access::write) known_.forget_all();
  mover_.transfer();
  mover_.prepare_writes(routine, place);
  if (routine.stencil != nullptr && place != host_place) mover_.prepare_temporaries(*routine.stencil);
  if (mover_.searches()) mover_.poison().fill_written(routine, place, coordinator_.tracker());
  call.end();
}

void Accelerator::post_call_function(const Routine& routine, Place place) {
  if (mover_.searches()) mover_.poison().search_written(routine, place, coordinator_.tracker());
  HookCall call = coordinator_.post_call_function(routine, place);
  mover_.transfer();
  mover_.forget_points();
  mover_.spoil();
  if (coordinator_.copies_back(routine, place)) copy_back_written(routine);
  call.end();
}

const SyncBuffers& Accelerator::pre_sync(const std::vector<int>& variables, const std::string& cause) {
  HookCall call = coordinator_.pre_sync(variables, cause);
  const SyncBuffers& buffers = mover_.pack();
  call.end();
  return buffers;
}

const SyncBuffers& Accelerator::pre_sync_of(std::span<const Slot> slots, const std::string& cause) {
  HookCall call = coordinator_.pre_sync_of(slots, cause);
  const SyncBuffers& buffers = mover_.pack();
  call.end();
  return buffers;
}

void Accelerator::post_sync() {
  HookCall call = coordinator_.post_sync();
  mover_.unpack();
  mover_.spoil();
  call.end();
}

void Accelerator::cycle() {
  HookCall call = coordinator_.cycle();
  known_.forget_all();
  mover_.cycle(coordinator_.cycled());
  mover_.spoil();
  call.end();
}

void Accelerator::copy_from_past(const std::vector<int>& variables) {
  HookCall call = coordinator_.copy_from_past(variables);
  mover_.forget_moments();
  known_.forget_all();
  mover_.copy_from_past(coordinator_.pasts());
  mover_.spoil();
  call.end();
}

void Accelerator::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  HookCall call = coordinator_.notify_data_modified(clauses, place);
  mover_.prepare_writes(clauses, place);
  mover_.forget_moments();
  known_.forget(clauses);
  mover_.spoil();
  call.end();
}

void Accelerator::require_invalid_data(const std::vector<Clause>& clauses, Place place) {
  HookCall call = coordinator_.require_invalid_data(clauses, place);
  known_.forget(clauses);
  mover_.transfer();
  mover_.prepare_writes(clauses, place);
  // The caller may write without the device's queue, so copies from this memory must be done.
  mover_.await_host(clauses);
  call.end();
}

void Accelerator::require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
  transfer(coordinator_.require_valid_data(clauses, place, reader));
}

void Accelerator::storage_on(const std::vector<int>& variables) {
  for (const int v : variables) coordinator_.set_storage(v, true);
  mover_.storage_on(variables);
}

void Accelerator::storage_off(const std::vector<int>& variables) {
  HookCall call = coordinator_.storage_off(variables);
  mover_.storage_off(variables);
  mover_.spoil();
  call.end();
}

std::vector<int> device_variables(const Variables& variables, const std::vector<Routine>& routines,
                                  const std::set<int>* callable) {
  std::vector<char> named(variables.n_variables(), 0);
  for (const Routine& routine : routines) {
    if (!routine.device || (callable != nullptr && !callable->contains(routine.id))) continue;
    for (const auto* clauses : {&routine.reads, &routine.writes})
      for (const Clause& clause : *clauses) {
        if (!clause.is_direct()) continue;
        const bool by_value =
            routine.calls_kernels() && variables.group_of(clause.slot.variable).kind == GroupKind::scalar;
        if (!by_value) named[clause.slot.variable] = 1;
      }
  }
  std::vector<int> result;
  for (int v = 0; v < variables.n_variables(); ++v)
    if (named[v]) result.push_back(v);
  return result;
}

} // namespace nopal
