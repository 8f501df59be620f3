#include "core/base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

std::string located(const Location& where, const std::string& message) {
  const std::string place = where.text();
  return place.empty() ? message : place + ": " + message;
}

} // namespace

Error::Error(const std::string& message) : std::runtime_error(message) {}

Error::Error(const Location& where, const std::string& message) : Error(located(where, message)) {}

void ErrorList::add(const Location& where, const std::string& message) { add(located(where, message)); }

void ErrorList::add(const std::string& message) {
  if (std::find(messages_.begin(), messages_.end(), message) == messages_.end()) messages_.push_back(message);
}

void ErrorList::raise_if_any() const {
  if (!messages_.empty()) throw Error(fmt::format("{}", fmt::join(messages_, "\n")));
}

} // namespace nopal
