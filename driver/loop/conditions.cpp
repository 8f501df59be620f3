#include "driver/loop/conditions.hpp"

#include "core/schedule/dt_limit.hpp"
#include "driver/session/agreement.hpp"
#include "driver/session/gather.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace nopal {

namespace {

using Number = std::variant<std::int64_t, double>;

std::string text_of(const Number& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  return fmt::format("{}", std::get<double>(value));
}

bool is_nan(const Number& value) {
  const auto* real = std::get_if<double>(&value);
  return real != nullptr && std::isnan(*real);
}

/// Returns the same number for values that no condition tells apart: all NaNs, and 0 and -0.
std::int64_t bits_of(const Number& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  const double real = std::get<double>(value);
  if (std::isnan(real)) return std::bit_cast<std::int64_t>(std::numeric_limits<double>::quiet_NaN());
  return std::bit_cast<std::int64_t>(real == 0 ? 0.0 : real);
}

std::string passes_text(const Step& step) {
  return fmt::format("{} pass{} of its loop", step.passes, step.passes == 1 ? "" : "es");
}

std::string quoted(const Step& step) {
  return fmt::format("\"{}: {}\"", step.passes >= 0 ? "while" : "if", step.condition->text);
}

} // namespace

std::vector<Conditions::Value> Conditions::values_of(const std::vector<int>& variables, const std::string& reader) {
  if (variables.empty()) return {};
  std::vector<Clause> reads;
  for (const int variable : variables) reads.push_back({{variable, 0}, Region::interior, {}});
  accelerator_.require_valid_data(reads, host_place, reader);
  std::vector<Value> values;
  for (const int variable : variables) {
    const std::byte* data = memory_.data({variable, 0});
    if (description_.variables.group_of(variable).type == Type::integer) {
      std::int64_t value = 0;
      std::memcpy(&value, data, sizeof value);
      values.push_back({variable, value});
    } else {
      double value = 0;
      std::memcpy(&value, data, sizeof value);
      values.push_back({variable, value});
    }
  }
  return values;
}

std::string Conditions::text(const std::vector<Value>& values) const {
  std::vector<std::string> texts;
  for (const Value& value : values)
    texts.push_back(fmt::format("{} is {}", description_.variables.full_name(value.variable), text_of(value.value)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

bool Conditions::holds(const Step& step) {
  const Condition& condition = *step.condition;
  const std::vector<Value> values = values_of(condition.variables, *step.name);
  if (!agree(step, values)) refuse_difference(step, values);
  if (step.passes >= 0) refuse_nan(step, values);
  const bool holds = description_.schedule.holds(condition, [&](int variable) -> Scalar {
    const auto found = std::ranges::find(values, variable, &Value::variable);
    return std::visit([](auto value) { return Scalar(value); }, found->value);
  });
  if (step.passes >= 0 && !observers_.empty())
    notify(observers_, &RunObserver::looped, LoopPass{*step.name, condition.text, text(values), step.passes, holds});
  return holds;
}

void Conditions::check_limit(const Step& step) {
  const std::vector<Value> values = values_of(step.limit->variables, *step.name);
  const double largest = largest_dt(*step.limit, domain_, description_.parameters, [&](int variable) {
    const auto found = std::ranges::find(values, variable, &Value::variable);
    return std::visit([](auto value) { return static_cast<double>(value); }, found->value);
  });
  const std::string refusal = refusal_of_dt(*step.limit, domain_, largest);
  if (refusal.empty()) {
    if (time_step_ != nullptr) checked_.push_back({step.limit, largest, values});
    return;
  }
  const std::string account = fmt::format("iteration {}: {} ({})", step.clock.iteration, refusal, text(values));
  throw largest > 0 ? Error(account) : Error(step.limit->where, account);
}

void Conditions::choose_dt(const Step& step) {
  const double bound = time_step_->state().bound;
  std::vector<std::int64_t> bits{std::bit_cast<std::int64_t>(bound)};
  for (const Checked& each : checked_) bits.push_back(std::bit_cast<std::int64_t>(each.largest));
  std::optional<WorkScope> scope;
  if (session_.size() > 1) scope.emplace(observers_, Work::wait, "the time step");
  const bool same = are_same(session_, bits);
  scope.reset();
  if (!same) {
    Facts facts{{"what the last step allows", fmt::format("{}", bound)}};
    for (const Checked& each : checked_) facts.emplace_back(each.limit->name, fmt::format("{}", each.largest));
    throw Error(fmt::format("iteration {}: the time step depends on values that differ between ranks: {}; let the "
                            "routines that write the scalars in max_dt give all ranks the same value, for example with "
                            "call.reduce() or call.services().reductions()",
                            step.clock.iteration, differences(session_, facts)));
  }
  const auto least = std::ranges::min_element(checked_, {}, &Checked::largest);
  const bool is_limited = least != checked_.end();
  time_step_->choose(is_limited ? domain_.spec().courant * least->largest : std::numeric_limits<double>::infinity(),
                     [&] { return is_limited ? text(*least) : "no active thorn has max_dt"; });
  checked_.clear();
}

std::string Conditions::text(const Checked& checked) const {
  const DtLimit& limit = *checked.limit;
  return fmt::format("{} at {}, {}, allows {:.6g}{}, and driver.courant is {:.6g}", limit.name, limit.where.text(),
                     limit.expression, checked.largest,
                     checked.values.empty() ? "" : fmt::format(" ({})", text(checked.values)), domain_.spec().courant);
}

bool Conditions::agree(const Step& step, const std::vector<Value>& values) {
  std::int64_t asked = 0;
  if (step.passes >= 0 && control_.asked_for(step.clock.iteration) > description_.parameters.real("driver::loop_grace"))
    asked = control_.request();
  std::vector<std::int64_t> bits;
  for (const Value& value : values) bits.push_back(bits_of(value.value));
  std::optional<WorkScope> scope;
  if (session_.size() > 1) scope.emplace(observers_, Work::wait, "the condition", *step.name);
  const bool same = are_same(session_, bits, &asked);
  scope.reset();
  if (asked != 0) give_up(step, values, static_cast<int>(asked));
  return same;
}

void Conditions::refuse_difference(const Step& step, const std::vector<Value>& values) const {
  Facts facts;
  for (const Value& value : values)
    facts.emplace_back(description_.variables.full_name(value.variable), text_of(value.value));
  throw Error(
      fmt::format("{}: {} depends on values that differ between ranks: {}; let the routine that writes them give "
                  "all ranks the same value, for example with call.services().reductions()",
                  *step.name, quoted(step), differences(session_, facts)));
}

void Conditions::refuse_nan(const Step& step, const std::vector<Value>& values) const {
  if (std::none_of(values.begin(), values.end(), [](const Value& value) { return is_nan(value.value); })) return;
  throw Error(
      fmt::format("{}: {} depends on a NaN after {} (iteration {}): {}. No number is equal to "
                  "a NaN, and none is larger or smaller, so the loop would never end or end too early: find out "
                  "where the NaN comes from (the thorn nan_checker helps)",
                  *step.name, quoted(step), passes_text(step), step.clock.iteration, text(values)));
}

void Conditions::give_up(const Step& step, const std::vector<Value>& values, int asked) const {
  throw Error(fmt::format("{}: {} still goes on after {}: {}. The end of the run was asked for more "
                          "than driver.loop_grace = {} s ago ({}), so the run ends here, in the middle of iteration {} "
                          "and without a checkpoint of it",
                          *step.name, quoted(step), passes_text(step), text(values),
                          description_.parameters.real("driver::loop_grace"), request_text(asked),
                          step.clock.iteration));
}

} // namespace nopal
