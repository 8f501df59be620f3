#include "driver/session/thrown_text.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <typeinfo>

namespace nopal {

namespace {

std::string type_text() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception of another language";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                         &std::free);
  return name != nullptr ? name.get() : type->name();
}

/// Returns the value if the exception has one of the types; a character is shown as its number, too.
template <class First, class... Others> std::optional<std::string> value_of() {
  try {
    throw;
  } catch (const First& value) {
    if constexpr (sizeof(First) == 1 && !std::is_same_v<First, bool>)
      return fmt::format("{}", static_cast<int>(value));
    else
      return fmt::format("{}", value);
  } catch (...) {
    if constexpr (sizeof...(Others) > 0) return value_of<Others...>();
    return std::nullopt;
  }
}

std::optional<std::string> text_value() {
  try {
    throw;
  } catch (const char* text) {
    return text != nullptr ? '"' + std::string(text) + '"' : "a null pointer";
  } catch (const std::string& text) {
    return '"' + text + '"';
  } catch (const std::string_view& text) {
    return '"' + std::string(text) + '"';
  } catch (...) {
    return std::nullopt;
  }
}

} // namespace

std::string thrown_text() {
  std::optional<std::string> value = text_value();
  if (!value)
    value = value_of<int, unsigned, long, unsigned long, long long, unsigned long long, short, unsigned short, bool,
                     char, signed char, unsigned char, double, float, long double>();
  const std::string type = type_text();
  return value ? fmt::format("it threw {}, of type {}", *value, type)
               : fmt::format("it threw an object of type {}", type);
}

} // namespace nopal
