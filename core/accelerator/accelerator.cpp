#include "core/accelerator/accelerator.hpp"

#include "core/accelerator/implementation.hpp"

namespace nopal {

Accelerator::Accelerator(const AcceleratorContext& context, const AcceleratorSettings& settings)
    : implementation_(std::make_unique<Implementation>(context, settings)) {}

Accelerator::~Accelerator() = default;

const Tracker& Accelerator::tracker() const { return implementation_->tracker; }
const Counters& Accelerator::counters() const { return implementation_->transfers.counters(); }

Place Accelerator::place_of(const Routine& routine) const {
  const Implementation& m = *implementation_;
  return routine.device && m.context.device != nullptr && !m.hold ? device_place : host_place;
}

void Accelerator::hold_on_host(bool hold) { implementation_->hold = hold; }
void Accelerator::set_iteration(std::int64_t iteration) { implementation_->tracker.set_iteration(iteration); }

void Accelerator::init() {
  Implementation& m = *implementation_;
  for (int v = 0; v < m.variables.n_variables(); ++v) m.stores.set_storage(v, m.context.memory->has_storage(v));
  if (m.poisons())
    for (int v = 0; v < m.variables.n_variables(); ++v) m.poison->fill_new(v);
  if (m.context.device == nullptr) return;
  std::vector<int> with_storage;
  for (const int v : device_variables(m.variables, *m.context.routines))
    if (m.stores.has_storage(v)) with_storage.push_back(v);
  m.stores.create_on_device(with_storage);
}

void Accelerator::copy_back() {
  Implementation& m = *implementation_;
  if (!copy_back_due(m.settings.copy_back_every, m.tracker.iteration())) return;
  if (m.copied_back.empty()) return;
  if (m.watched()) m.begin(Hook::copy_back);
  m.copies.clear();
  for (const int v : m.copied_back) m.copy_back(v);
  m.execute();
  if (m.watched()) m.end({.hook = Hook::copy_back, .copies = m.copied()});
}

void Accelerator::cycle() {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::cycle);
  m.stores.cycle(m.cycled);
  m.tracker.cycle(m.cycled);
  if (m.poison) m.poison->cycle(m.cycled);
  m.spoil();
  if (m.watched()) m.end({.hook = Hook::cycle, .variables = m.cycled});
}

std::optional<DeviceMoments> Accelerator::moments(Slot slot) const { return implementation_->transfers.moments(slot); }

void Accelerator::storage_on(const std::vector<int>& variables) {
  Implementation& m = *implementation_;
  for (const int v : variables) m.stores.set_storage(v, true);
  if (m.poisons())
    for (const int v : variables) m.poison->fill_new(v);
}

void Accelerator::storage_off(const std::vector<int>& variables) {
  Implementation& m = *implementation_;
  if (variables.empty()) return;
  if (m.watched()) m.begin(Hook::storage_off);
  for (const int v : variables) {
    for (int timelevel = 0; timelevel < m.variables.timelevels(v); ++timelevel) m.stores.await_host({v, timelevel});
    m.tracker.storage_off(v);
  }
  m.spoil();
  for (const int v : variables) m.stores.set_storage(v, false);
  if (m.watched()) m.end({.hook = Hook::storage_off, .variables = variables});
}

std::vector<Slot> Accelerator::copies_not_awaited() const { return implementation_->stores.not_awaited(); }

void Accelerator::finish() {
  Implementation& m = *implementation_;
  if (m.context.device == nullptr) return;
  m.context.device->finish();
  m.stores.all_done();
}

} // namespace nopal
