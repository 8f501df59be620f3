#include "core/accelerator/implementation.hpp"

#include "core/base/error.hpp"

namespace nopal {

namespace {

std::vector<bool> moving_places(const Device* device) {
  std::vector<bool> result{false};
  if (device != nullptr) result.push_back(device->moves());
  return result;
}

} // namespace

Accelerator::Implementation::Implementation(const AcceleratorContext& context, const AcceleratorSettings& settings)
    : context(context), settings(settings), variables(*context.variables),
      tracker(variables, *context.routines, context.device != nullptr ? 2 : 1,
              context.decomposition->domain().points() == context.decomposition->domain().interior(),
              context.decomposition->domain().spec().ghosts == 0, moving_places(context.device)),
      stores(context, tracker.validity()), transfers(stores, tracker.validity()),
      exchange(stores, transfers, exchange_plan(*context.decomposition, context.rank)), observers(context.observers),
      copied_back(copy_back_variables(variables, settings.copy_back_vars)) {
  if (context.log && (settings.verbose || settings.very_verbose)) {
    text.emplace(variables, tracker, context.log,
                 TextTraceSettings{settings.very_verbose, settings.verbose_from, settings.verbose_to});
    observers.push_back(&*text);
  }
  DevicePoisoning* poisoning = context.device != nullptr ? context.device->poisoning() : nullptr;
  const bool asked = poisoning != nullptr && poisoning->wants_invalidation();
  if (settings.poison && !context.dry && context.device != nullptr && poisoning == nullptr)
    throw Error("accelerator.poison is yes, but the device " + context.device->description().name +
                " cannot poison data: set it to no, or use another device");
  if (!context.dry && (settings.poison || asked)) poison.emplace(stores, tracker.validity());
  attended = watched() || poison.has_value();
  for (int v = 0; v < variables.n_variables(); ++v)
    if (variables.timelevels(v) >= 2) cycled.push_back(v);
}

void Accelerator::Implementation::throw_no_storage(const Clause& clause, const std::string& writer) const {
  const std::string group = variables.group_of(clause.slot.variable).full_name();
  throw Error(clause.where, writer + " writes " + variables.text(clause.slot) + ", which has no storage at iteration " +
                                std::to_string(tracker.iteration()) + "; name " + group +
                                " under `storage:` of this routine, or of a group that holds it");
}

void Accelerator::Implementation::execute() {
  transfers.execute(copies);
  if (!copies.empty()) spoil();
}

void Accelerator::Implementation::copy_back(int variable) {
  const int timelevels = settings.copy_back_all_timelevels ? variables.timelevels(variable) : 1;
  for (int timelevel = 0; timelevel < timelevels; ++timelevel) tracker.fetch({variable, timelevel}, host_place, copies);
}

void Accelerator::Implementation::copy_back_written(const Routine& routine) {
  if (watched()) begin(Hook::copy_back);
  copies.clear();
  for (const Clause& clause : routine.writes) copy_back(clause.slot.variable);
  execute();
  if (watched()) end({.hook = Hook::copy_back, .routine = &routine, .copies = copied()});
}

void Accelerator::Implementation::end(HookEvent event) {
  event.iteration = tracker.iteration();
  for (AcceleratorObserver* observer : observers) observer->end(event);
}

} // namespace nopal
