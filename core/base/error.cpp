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

// Returns "; the same at 15:14, 18:9 and run.yaml:3:2". The first place is in the message already.
std::string further_places(const std::vector<Location>& places) {
  constexpr std::size_t most = 4;
  std::string text = places.size() > 1 ? "; the same at " : "";
  for (std::size_t n = 1; n < places.size() && n < most; ++n) {
    const Location& at = places[n];
    text += n == 1 ? "" : n + 1 == places.size() ? " and " : ", ";
    text += at.file == places[0].file && at.line > 0 ? fmt::format("{}:{}", at.line, at.column) : at.text();
  }
  if (places.size() > most) text += fmt::format(" and {} more", places.size() - most);
  return text;
}

} // namespace

Error::Error(const std::string& message) : std::runtime_error(message) {}

Error::Error(const Location& where, const std::string& message) : Error(located(where, message)) {}

void ErrorList::add(const Location& where, const std::string& message) { add(located(where, message)); }

void ErrorList::add(const std::string& message) {
  ++count_;
  if (known_.insert(message).second) messages_.push_back(message);
}

void ErrorList::add_unknown(const Location& where, const std::string& kind, const std::string& name,
                            const std::string& message) {
  const auto [known, is_new] =
      unknown_.try_emplace({kind, name}, Unknown{messages_.size(), located(where, message), {}});
  Unknown& of = known->second;
  ++count_;
  if (is_new) messages_.push_back(of.text);
  if (std::ranges::count(of.places, where) > 0) return;
  of.places.push_back(where);
  messages_[of.message] = of.text + further_places(of.places);
}

void ErrorList::raise_if_any() const {
  if (messages_.empty()) return;
  const auto shown = std::span(messages_).first(std::min(messages_.size(), most_shown));
  const std::size_t hidden = messages_.size() - shown.size();
  throw Error(fmt::format("{}{}", fmt::join(shown, "\n"),
                          hidden > 0 ? fmt::format("\n{} more error{}", hidden, hidden == 1 ? "" : "s") : ""));
}

} // namespace nopal
