#include "core/accelerator/accelerator.hpp"

#include <numeric>

namespace nopal {

Accelerator::Accelerator(const AcceleratorContext& context, const AcceleratorSettings& settings)
    : routines_(*context.routines), memory_(*context.memory), device_(context.device != nullptr),
      coordinator_({.variables = context.variables,
                    .routines = context.routines,
                    .spaces = context.spaces,
                    .device = device_,
                    .device_moves = device_ && context.device->moves(),
                    .log = context.log,
                    .observers = context.observers},
                   settings),
      mover_(coordinator_, memory_, context.device, settings.poison) {
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
  if (!device_) return;
  std::vector<int> with_storage;
  for (const int v : device_variables(coordinator_.variables(), routines_))
    if (coordinator_.has_storage(v)) with_storage.push_back(v);
  mover_.create_on_device(with_storage);
}

void Accelerator::copy_back() {
  HookCall call = coordinator_.copy_back();
  mover_.transfer();
  call.end();
}

void Accelerator::copy_back_written(const Routine& routine) {
  HookCall call = coordinator_.copy_back_written(routine);
  mover_.transfer();
  call.end();
}

void Accelerator::pre_call_function(const Routine& routine, Place place) {
  HookCall call = coordinator_.pre_call_function(routine, place);
  mover_.forget_moments();
  mover_.transfer();
  mover_.prepare_writes(routine.writes, place);
  if (mover_.searches()) mover_.poison().fill_written(routine, place);
  call.end();
}

void Accelerator::post_call_function(const Routine& routine, Place place) {
  if (mover_.searches()) mover_.poison().search_written(routine, place, coordinator_.tracker());
  HookCall call = coordinator_.post_call_function(routine, place);
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

void Accelerator::post_sync() {
  HookCall call = coordinator_.post_sync();
  mover_.unpack();
  mover_.spoil();
  call.end();
}

void Accelerator::cycle() {
  HookCall call = coordinator_.cycle();
  mover_.cycle(coordinator_.cycled());
  mover_.spoil();
  call.end();
}

void Accelerator::copy_from_past(const std::vector<int>& variables) {
  HookCall call = coordinator_.copy_from_past(variables);
  mover_.forget_moments();
  mover_.copy_from_past(coordinator_.pasts());
  mover_.spoil();
  call.end();
}

void Accelerator::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  HookCall call = coordinator_.notify_data_modified(clauses, place);
  mover_.prepare_writes(clauses, place);
  mover_.forget_moments();
  mover_.spoil();
  call.end();
}

void Accelerator::require_invalid_data(const std::vector<Clause>& clauses, Place place) {
  HookCall call = coordinator_.require_invalid_data(clauses, place);
  mover_.transfer();
  mover_.prepare_writes(clauses, place);
  // The caller may write without the device's queue, so copies from this memory must be done.
  mover_.await_host(clauses);
  call.end();
}

void Accelerator::require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
  HookCall call = coordinator_.require_valid_data(clauses, place, reader);
  mover_.transfer();
  call.end();
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
