#include "core/thorn/call.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/declarations/thorn.hpp"
#include "core/device/device.hpp"
#include "core/kernels/launch.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nopal {

namespace {

bool names_slot(const std::vector<Clause>& clauses, Slot slot) {
  return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) { return clause.slot == slot; });
}

/// The clause under `interpolates:` of a slot; null: there is none.
const Clause* interpolation_of(const Routine& routine, Slot slot) {
  const auto found = std::find_if(routine.reads.begin(), routine.reads.end(), [&](const Clause& clause) {
    return clause.slot == slot && clause.is_interpolated();
  });
  return found == routine.reads.end() ? nullptr : &*found;
}

std::string clause_list(const Variables& variables, const std::vector<Clause>& clauses) {
  std::string list;
  for (const Clause& clause : clauses) list += (list.empty() ? "" : ", ") + variables.text(clause.slot);
  return list.empty() ? "nothing" : list;
}

/// Throws an Error with the place and the name of the routine. `format` says what the routine does that is wrong.
template <class... Values>
[[noreturn]] void refuse(const Routine& routine, fmt::format_string<Values...> format, Values&&... values) {
  throw Error(routine.where, routine.full_name() + " " + fmt::format(format, std::forward<Values>(values)...));
}

SlotName parse(std::string_view name, const Routine& routine) {
  try {
    return parse_slot(name);
  } catch (const Error& error) {
    refuse(routine, "asks for \"{}\": {}; write a name such as \"phi\", \"phi@1\" or \"wavetoy::phi\"", name,
           error.what());
  }
}

/// The variable that a name stands for in this routine: that of a bound name, else one of its own thorn, else one that
/// its clauses name.
int find_variable(const Variables& variables, const Routine& routine, const std::string& name) {
  const bool full = name.find("::") != std::string::npos;
  for (const Binding& binding : routine.bindings)
    if (binding.name == name) return binding.variable;
  if (const auto found = variables.find_variable(full ? name : routine.thorn + "::" + name)) return *found;
  int meant = -1;
  for (const auto* clauses : {&routine.reads, &routine.writes})
    for (const Clause& clause : *clauses) {
      const int variable = clause.slot.variable;
      if (full || variable == meant || variables.variable(variable).name != name) continue;
      if (meant >= 0)
        refuse(routine, "asks for a name that two thorns declare: {}",
               ambiguity(name, {variables.full_name(meant), variables.full_name(variable)}));
      meant = variable;
    }
  if (meant >= 0) return meant;
  refuse(routine, "asks for \"{}\", but no variable has this name{}; the function may read {} and write {}", name,
         did_you_mean(full ? name : routine.thorn + "::" + name, variables.names()),
         clause_list(variables, routine.reads), clause_list(variables, routine.writes));
}

void require_clause(const Variables& variables, const Routine& routine, Slot slot, Access access) {
  const bool of_state = is_state(variables.group_of(slot.variable));
  const bool reads = (of_state && routine.state == Access::read) ||
                     std::any_of(routine.reads.begin(), routine.reads.end(),
                                 [&](const Clause& clause) { return clause.slot == slot && clause.is_direct(); });
  const bool writes = (of_state && routine.state == Access::write) || names_slot(routine.writes, slot);
  const bool missing_read = !reads && access != Access::write;
  const bool missing_write = !writes && access != Access::read;
  if (!missing_read && !missing_write) return;
  const char* wanted = access == Access::read ? "read" : access == Access::write ? "write" : "read and write";
  const char* key = missing_read && missing_write ? "reads: and writes:" : missing_read ? "reads:" : "writes:";
  const char* says = !missing_read || !names_slot(routine.reads, slot) ? "does not say so"
                     : interpolation_of(routine, slot) != nullptr      ? "allows only call.interpolate() of it"
                                                                       : "allows only reductions of it";
  refuse(routine, "asks to {} {}, but its declaration {}: add \"{}\" to {} of function \"{}\" here", wanted,
         variables.text(slot), says, slot_text(variables, routine.thorn, slot), key, routine.name);
}

/// Throws Error if a grid point lies outside of the region that the clause names.
void require_region(const Variables& variables, const Routine& routine, const Clause& clause, const Domain& domain,
                    const std::vector<PointRun>& runs) {
  if (covers(clause.region, Region::owned)) return;
  NOPAL_ASSERT(clause.region == Region::interior);
  for (const PointRun& run : runs)
    for (const long i : {run.first, run.end - 1})
      if (const Index point{i, run.j, run.k}; !domain.interior().contains(point))
        refuse(
            routine,
            "asks to interpolate {} at a point that needs the boundary point ({}), but its clause says \"(interior)\": "
            "remove that, or choose points inside",
            variables.text(clause.slot), fmt::join(point.begin(), point.begin() + domain.dimension(), ", "));
}

/// Throws Error if the routine may not interpolate the slot to these grid points.
void require_interpolation(const Variables& variables, const Routine& routine, Slot slot, const Domain& domain,
                           const std::vector<PointRun>& runs) {
  if (const Clause* clause = interpolation_of(routine, slot))
    return require_region(variables, routine, *clause, domain, runs);
  const Clause* read = nullptr;
  for (const Clause& clause : routine.reads)
    if (clause.slot == slot && clause.is_direct()) read = &clause;
  const bool is_gf = variables.group_of(slot.variable).kind == GroupKind::gf;
  if (!is_gf)
    refuse(
        routine,
        "asks to interpolate {}, but only grid functions have values at points: call.read() gives the values of others",
        variables.text(slot));
  if (read == nullptr || routine.device || !covers(read->region, Region::owned))
    refuse(routine,
           "asks to interpolate {}, but its declaration does not say so: add \"{}\" to interpolates: of function "
           "\"{}\" here",
           variables.text(slot), slot_text(variables, routine.thorn, slot), routine.name);
  if (read->points && !covers(*read->points, runs))
    refuse(routine,
           "asks to interpolate {} at other points than those that points: of its declaration chooses: declare it "
           "under interpolates:",
           variables.text(slot));
}

const char* cpp_name(Type type) {
  switch (type) {
  case Type::real:
    return "double";
  case Type::integer:
    return "std::int64_t";
  case Type::complex:
    return "std::complex<double>";
  }
  return "";
}

Slot slot_of(const Variables& variables, const Routine& routine, std::string_view name) {
  const SlotName field = parse(name, routine);
  const Slot slot{find_variable(variables, routine, field.name), field.timelevel.value_or(0)};
  const int timelevels = variables.timelevels(slot.variable);
  if (slot.timelevel >= timelevels)
    refuse(routine, "asks for \"{}\", but {} has {} timelevel{}, 0 to {}", name, variables.full_name(slot.variable),
           timelevels, timelevels == 1 ? "" : "s", timelevels - 1);
  return slot;
}

/// Returns the full name of a parameter that has one of the types. Errors name the first type. "name" alone means a
/// parameter of the routine's own thorn, else one of `uses`.
std::string parameter_name(CallContext& context, std::string_view name, std::initializer_list<ParameterType> types,
                           bool is_array = false) {
  const Parameters& parameters = context.services().parameters();
  const Routine& routine = context.routine();
  const bool full = name.find("::") != std::string_view::npos;
  std::string full_name = full ? std::string(name) : routine.thorn + "::" + std::string(name);
  if (!full && parameters.find(full_name) == nullptr) {
    std::vector<std::string> found;
    for (const std::string& used : routine.uses)
      if (split_name(used).name == name) found.push_back(used);
    if (found.size() > 1) refuse(routine, "asks for a name that two thorns declare: {}", ambiguity(name, found));
    if (found.size() == 1) full_name = found.front();
  }
  const ParameterDeclaration* declaration = parameters.find(full_name);
  if (declaration == nullptr)
    refuse(routine, "asks for the parameter \"{}\", which no active thorn declares{}", name,
           did_you_mean(full_name, parameters.names()));
  if (declaration->is_array != is_array || std::find(types.begin(), types.end(), declaration->type) == types.end())
    throw Error(declaration->where,
                fmt::format("{} asks for {} as {}{}, but it is {}", routine.full_name(), full_name,
                            to_string(*types.begin()), is_array ? "[]" : "", declaration->allowed()));
  return full_name;
}

struct ParameterValue {
  const ParameterDeclaration& declaration;
  const Scalar& value;
};

/// Returns the value of a parameter for this routine. If `each:` made the routine for a variable, this variable may
/// have a value of its own. Otherwise it is the value of the run.
ParameterValue parameter_value(CallContext& context, std::string_view name,
                               std::initializer_list<ParameterType> types) {
  const Parameters& parameters = context.services().parameters();
  const std::string full_name = parameter_name(context, name, types);
  const auto& own_values = context.routine().values;
  const auto own = own_values.find(full_name);
  const Value& value = own == own_values.end() ? parameters.value(full_name) : own->second;
  return {*parameters.find(full_name), value.items.front()};
}

} // namespace

Slot Fields::of_holder(Slot slot) const {
  const Variables& variables = context_->services().variables();
  const bool of_part = holder_ == Holder::part;
  if ((variables.group_of(slot.variable).kind == GroupKind::gf) == of_part) return slot;
  if (of_part)
    refuse(context_->routine(), "asks a part for {}, which is not a grid function: ask the call for it",
           variables.text(slot));
  refuse(context_->routine(),
         "asks the call for {}, which is a grid function: ask each part for it, in a loop such as \"for (const auto& "
         "part : call.parts())\"",
         variables.text(slot));
}

Slot Fields::checked(Slot slot, Access access, Type type) const {
  const Variables& variables = context_->services().variables();
  const Routine& routine = context_->routine();
  if (slot.variable < 0 || slot.variable >= variables.n_variables() || slot.timelevel < 0 ||
      slot.timelevel >= variables.timelevels(slot.variable))
    refuse(routine, "asks for a slot that does not exist (variable {}, timelevel {})", slot.variable, slot.timelevel);
  require_clause(variables, routine, slot, access);
  const Type actual = variables.group_of(slot.variable).type;
  if (actual != type)
    refuse(routine, "asks for {} as {}, but its type is {}: use {} in the call", variables.text(slot), cpp_name(type),
           to_string(actual), cpp_name(actual));
  if (context_->device() != nullptr)
    refuse(routine,
           "asks for {} on the host, but runs on the device: use call.device_pointer(), or declare the function "
           "without `device: true`",
           variables.text(slot));
  return of_holder(slot);
}

Slot Fields::checked(std::string_view name, Access access, Type type) const {
  return checked(slot_of(context_->services().variables(), context_->routine(), name), access, type);
}

void* Fields::device_pointer(std::string_view name) const {
  const Variables& variables = context_->services().variables();
  const Routine& routine = context_->routine();
  const Slot slot = of_holder(slot_of(variables, routine, name));
  if (!names_slot(routine.writes, slot)) require_clause(variables, routine, slot, Access::read);
  Device* const device = context_->device();
  if (device == nullptr) return context_->host_data(slot);
  if (NativeAccess* native = device->native()) return native->pointer(slot);
  refuse(routine,
         "asks for the address of {}, but the device {} gives none: declare the function without `device: true`",
         variables.text(slot), device->description().name);
}

const Layout& Fields::layout(std::string_view name) const {
  return context_->layout(of_holder(slot_of(context_->services().variables(), context_->routine(), name)).variable);
}

Slot Call::slot(std::string_view name) const { return slot_of(services().variables(), context_->routine(), name); }

template <> double Call::reduce<double>(std::string_view name, Reduction which) const {
  return reduced(name, which).real;
}

template <> std::int64_t Call::reduce<std::int64_t>(std::string_view name, Reduction which) const {
  const Reduced result = reduced(name, which);
  const std::optional<std::int64_t> value = result.integer ? to_int64(*result.integer) : std::nullopt;
  if (value) return *value;
  refuse(context_->routine(), "asks for the {} of {} as an integer of 64 bits, but {}: use call.reduce<double>",
         to_string(which), services().variables().text(slot(name)),
         result.none      ? "there are no values"
         : result.integer ? "it is " + to_string(*result.integer)
                          : "it is a real number");
}

Reduced Call::reduced(std::string_view name, Reduction which) const {
  const Variables& variables = services().variables();
  const Routine& routine = context_->routine();
  const Slot slot = this->slot(name);
  if (std::none_of(routine.reads.begin(), routine.reads.end(),
                   [&](const Clause& clause) { return clause.slot == slot && !clause.is_interpolated(); }))
    refuse(routine,
           "asks for the {} of {}, but its declaration does not say so: add \"{}\" to reduces: of function "
           "\"{}\" here",
           to_string(which), variables.text(slot), slot_text(variables, routine.thorn, slot), routine.name);
  return services().reductions().reduce(slot, {&which, 1}).front();
}

PointValues Call::interpolate(std::initializer_list<std::string_view> names, std::span<const double> points,
                              Interpolation interpolation) const {
  std::vector<Slot> slots;
  for (const std::string_view name : names) slots.push_back(slot(name));
  return interpolate(slots, points, interpolation);
}

PointValues Call::interpolate(std::span<const Slot> slots, std::span<const double> points,
                              Interpolation interpolation) const {
  const Variables& variables = services().variables();
  const Routine& routine = context_->routine();
  std::vector<Interpolant> around;
  std::vector<PointRun> runs;
  services().together([&] {
    try {
      around = interpolants_at(domain(), points, interpolation);
    } catch (const Error& error) {
      refuse(routine, "{}", error.what());
    }
    runs = runs_of(around);
    for (const Slot slot : slots) require_interpolation(variables, routine, slot, domain(), runs);
  });
  // Otherwise the processes would wait for values that nobody sends.
  std::string request = std::to_string(static_cast<int>(interpolation));
  for (const Slot slot : slots) request += ' ' + variables.text(slot);
  const auto number = static_cast<std::int64_t>(hash(request) >> 1);
  std::int64_t largest[] = {number, -number};
  services().collective().max(largest);
  if (largest[0] != -largest[1])
    refuse(routine, "interpolates other grid functions, or with another interpolation, on some ranks than on others: "
                    "call interpolate() with the same ones on all ranks");
  std::vector<std::vector<std::byte>> values = context_->grid_values(slots, runs);
  return {variables, slots, std::move(around), std::move(runs), std::move(values)};
}

std::string_view Call::native_api() const {
  return device() != nullptr ? std::string_view(device()->description().native) : "host";
}

bool Call::boolean(std::string_view parameter) const {
  return std::get<bool>(parameter_value(*context_, parameter, {ParameterType::boolean}).value);
}

std::int64_t Call::integer(std::string_view parameter) const {
  const auto [declaration, value] =
      parameter_value(*context_, parameter, {ParameterType::integer, ParameterType::keyword});
  return declaration.type == ParameterType::keyword ? declaration.choice(std::get<std::string>(value))
                                                    : std::get<std::int64_t>(value);
}

double Call::real(std::string_view parameter) const {
  return as_real(parameter_value(*context_, parameter, {ParameterType::real, ParameterType::integer}).value);
}

const std::string& Call::string(std::string_view parameter) const {
  return std::get<std::string>(
      parameter_value(*context_, parameter, {ParameterType::string, ParameterType::keyword}).value);
}

std::vector<std::string> Call::strings(std::string_view parameter) const {
  return services().parameters().strings(
      parameter_name(*context_, parameter, {ParameterType::string, ParameterType::keyword}, true));
}

std::vector<double> Call::reals(std::string_view parameter) const {
  return services().parameters().reals(
      parameter_name(*context_, parameter, {ParameterType::real, ParameterType::integer}, true));
}

std::vector<std::int64_t> Call::integers(std::string_view parameter) const {
  return services().parameters().integers(parameter_name(*context_, parameter, {ParameterType::integer}, true));
}

void Call::warn_once(const std::string& text) const {
  struct Said {
    std::set<std::string> texts;
  };
  if (state<Said>().texts.insert(text).second) services().warn(text);
}

std::vector<Part> Call::parts() const {
  const Decomposition& all = services().decomposition();
  const int rank = services().rank();
  return {{*context_, all.owned(rank), all.interior(rank), all.stored(rank)}};
}

std::vector<LaunchBox> Part::boxes(Region region) const {
  Services& services = context_->services();
  return launch_boxes(services.decomposition(), services.rank(), region);
}

Part Call::only_part() const {
  const std::vector<Part> all = parts();
  if (all.size() == 1) return all.front();
  refuse(context_->routine(), "works on one part of the grid for each process, but this process holds {}", all.size());
}

double Call::time() const { return context_->clock().time; }
double Call::dt() const { return context_->clock().dt; }
long Call::iteration() const { return context_->clock().iteration; }

} // namespace nopal
