#include "core/launch/launch_numbers.hpp"

#include <utility>

namespace nopal {

namespace {

std::int64_t integer_value(const Parameters& parameters, const std::string& name) {
  switch (parameters.find(name)->type) {
  case ParameterType::boolean:
    return parameters.boolean(name) ? 1 : 0;
  case ParameterType::keyword:
    return parameters.choice(name);
  default:
    return parameters.integer(name);
  }
}

} // namespace

void LaunchNumbers::add(Source source, bool is_real) {
  if (is_real)
    reals_.push_back(0);
  else
    integers_.push_back(0);
  (is_real ? real_sources_ : integer_sources_).push_back(std::move(source));
}

void LaunchNumbers::add_real(double value) {
  add({}, true);
  reals_.back() = value;
}

void LaunchNumbers::add_integer(std::int64_t value) {
  add({}, false);
  integers_.back() = value;
}

void LaunchNumbers::refresh(const Parameters& parameters) {
  for (std::size_t n = 0; n < reals_.size(); ++n)
    if (!real_sources_[n].parameter.empty()) reals_[n] = parameters.real(real_sources_[n].parameter);
  for (std::size_t n = 0; n < integers_.size(); ++n)
    if (!integer_sources_[n].parameter.empty()) integers_[n] = integer_value(parameters, integer_sources_[n].parameter);
}

void LaunchNumbers::read(HostMemory& memory) {
  for (std::size_t n = 0; n < reals_.size(); ++n)
    if (const Slot slot = real_sources_[n].slot; slot.variable >= 0) reals_[n] = scalar_value<double>(memory, slot);
  for (std::size_t n = 0; n < integers_.size(); ++n)
    if (const Slot slot = integer_sources_[n].slot; slot.variable >= 0)
      integers_[n] = scalar_value<std::int64_t>(memory, slot);
}

void LaunchNumbers::set_scalars(double value) {
  for (std::size_t n = 0; n < reals_.size(); ++n)
    if (real_sources_[n].slot.variable >= 0) reals_[n] = value;
  for (std::size_t n = 0; n < integers_.size(); ++n)
    if (integer_sources_[n].slot.variable >= 0) integers_[n] = static_cast<std::int64_t>(value);
}

} // namespace nopal
