#include "driver/guard/state_before.hpp"

#include <clocale>

namespace nopal {

namespace {

/// Only asks, which neither locks nor allocates.
const char* numeric_locale() {
  const char* const name = std::setlocale(LC_NUMERIC, nullptr);
  return name != nullptr ? name : "C";
}

} // namespace

StateBefore::StateBefore(const WorkingFolder& folder)
    : folder_(folder), arithmetic_(Arithmetic::of_thread()), numeric_(numeric_locale()) {}

std::string StateBefore::restore() const {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if (const Arithmetic now = Arithmetic::of_thread(); now != arithmetic_) {
    add(changes(arithmetic_, now));
    arithmetic_.set();
  }
  const std::string numeric = numeric_locale();
  if (const std::locale now; now != locale_) {
    add("the locale of C++ (now " + now.name() + ")");
    std::locale::global(locale_); // changes that of the C library, too, if it has a name
  }
  if (numeric != numeric_) {
    add("the locale of numbers (now " + numeric + ")");
    std::setlocale(LC_NUMERIC, numeric_.c_str());
  }
  if (const std::string other = folder_.restore(); !other.empty()) add("the working folder (now " + other + ")");
  return text;
}

} // namespace nopal
