#include "core/base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

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
  if (known_.insert(message).second) messages_.push_back(message);
}

void ErrorList::raise_if_any() const {
  if (messages_.empty()) return;
  const auto shown = std::span(messages_).first(std::min(messages_.size(), most_shown));
  const std::size_t hidden = messages_.size() - shown.size();
  throw Error(fmt::format("{}{}", fmt::join(shown, "\n"),
                          hidden > 0 ? fmt::format("\n{} more error{}", hidden, hidden == 1 ? "" : "s") : ""));
}

} // namespace nopal
