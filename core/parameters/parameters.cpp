#include "core/parameters/parameters.hpp"

#include "core/base/assert.hpp"
#include "core/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

template <class T> std::vector<T> all_of_type(const Value& value) {
  std::vector<T> items;
  for (const Scalar& item : value.items) items.push_back(std::get<T>(item));
  return items;
}

} // namespace

void Parameters::declare_thorn(const std::string& thorn) { thorns_.insert(thorn); }

bool Parameters::has_thorn(std::string_view thorn) const { return thorns_.find(thorn) != thorns_.end(); }

void Parameters::declare(const ParameterDeclaration& declaration) {
  const std::string name = declaration.full_name();
  declare_thorn(declaration.thorn);
  const bool is_new = entries_.emplace(name, Entry{declaration, declaration.default_value, declaration.where}).second;
  NOPAL_ASSERT(is_new);
  order_.push_back(name);
}

void Parameters::set(std::string_view full_name, Value value, Location where) {
  NOPAL_ASSERT(find(full_name) != nullptr);
  Entry& set = entries_.find(full_name)->second;
  set.value = std::move(value);
  set.where = std::move(where);
  set.is_set = true;
}

void Parameters::refuse(std::string_view full_name) {
  NOPAL_ASSERT(find(full_name) != nullptr);
  entries_.find(full_name)->second.is_refused = true;
}

const ParameterDeclaration* Parameters::find(std::string_view full_name) const {
  const auto found = entries_.find(full_name);
  return found == entries_.end() ? nullptr : &found->second.declaration;
}

const ParameterDeclaration* Parameters::find(const std::string& thorn, const std::string& name, const Location& where,
                                             ErrorList& errors) const {
  if (const ParameterDeclaration* declaration = find(thorn + "::" + name)) return declaration;
  std::vector<std::string> names;
  for (const ParameterDeclaration* declaration : all())
    if (declaration->thorn == thorn) names.push_back(declaration->name);
  const std::string advice = names.empty() ? "; it has no parameters" : "; \"nopal describe " + thorn + "\" lists them";
  errors.add(where, thorn + " has no parameter \"" + name + "\"" + (errors.is_long() ? "" : did_you_mean(name, names)) +
                        advice);
  return nullptr;
}

const Parameters::Entry& Parameters::entry(std::string_view full_name) const {
  const auto found = entries_.find(full_name);
  NOPAL_ASSERT(found != entries_.end());
  return found->second;
}

bool Parameters::is_set(std::string_view full_name) const { return entry(full_name).is_set; }

const Value& Parameters::value(std::string_view full_name) const {
  const Entry& found = entry(full_name);
  NOPAL_ASSERT(found.value.has_value());
  return *found.value;
}

std::string Parameters::text(std::string_view full_name) const {
  return entry(full_name).declaration.text(value(full_name));
}

Location Parameters::where(std::string_view full_name) const { return entry(full_name).where; }

const Scalar& Parameters::scalar(std::string_view full_name) const {
  const Value& found = value(full_name);
  NOPAL_ASSERT(!found.is_array && found.items.size() == 1);
  return found.items.front();
}

bool Parameters::boolean(std::string_view full_name) const { return std::get<bool>(scalar(full_name)); }

std::int64_t Parameters::integer(std::string_view full_name) const { return std::get<std::int64_t>(scalar(full_name)); }

double Parameters::real(std::string_view full_name) const { return as_real(scalar(full_name)); }

const std::string& Parameters::string(std::string_view full_name) const {
  return std::get<std::string>(scalar(full_name));
}

std::int64_t Parameters::choice(std::string_view full_name) const {
  return entry(full_name).declaration.choice(string(full_name));
}

std::vector<std::int64_t> Parameters::integers(std::string_view full_name) const {
  return all_of_type<std::int64_t>(value(full_name));
}

std::vector<double> Parameters::reals(std::string_view full_name) const {
  std::vector<double> items;
  for (const Scalar& item : value(full_name).items) items.push_back(as_real(item));
  return items;
}

std::vector<bool> Parameters::booleans(std::string_view full_name) const { return all_of_type<bool>(value(full_name)); }

std::vector<std::string> Parameters::strings(std::string_view full_name) const {
  return all_of_type<std::string>(value(full_name));
}

std::vector<const ParameterDeclaration*> Parameters::all() const {
  std::vector<const ParameterDeclaration*> all;
  for (const std::string& name : order_) all.push_back(&entry(name).declaration);
  return all;
}

void Parameters::check_complete(ErrorList& errors) const {
  for (const std::string& name : order_) {
    const Entry& found = entry(name);
    if (found.value || found.is_refused || found.declaration.default_is_wrong) continue;
    const ParameterDeclaration& declaration = found.declaration;
    errors.add(fmt::format("the parameter {} has no default and must be set: add \"{}: ...\" to the section \"{}:\" "
                           "({}); it is declared at {}",
                           name, declaration.name, declaration.thorn, declaration.allowed(), declaration.where.text()));
  }
}

} // namespace nopal
