#include "core/kernel_cache/key.hpp"

#include "core/plugins/plugin.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace nopal {

namespace {

struct Part {
  std::string_view name;
  std::string KernelKey::* value;
};

constexpr std::array<Part, 7> parts{{{"dialect", &KernelKey::dialect},
                                     {"kind", &KernelKey::kind},
                                     {"compiler", &KernelKey::compiler},
                                     {"options", &KernelKey::options},
                                     {"device", &KernelKey::device},
                                     {"entry", &KernelKey::entry},
                                     {"source", &KernelKey::source}}};

// Removes "name length\nvalue\n" from the front of `text` and stores the value in the key.
bool take_part(std::string_view& text, const Part& part, KernelKey& key) {
  if (!text.starts_with(part.name) || text.size() <= part.name.size() || text[part.name.size()] != ' ') return false;
  text.remove_prefix(part.name.size() + 1);
  std::size_t length = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  if (text.empty() || text.front() != '\n' || text.size() - 1 <= length || text[length + 1] != '\n') return false;
  key.*part.value = text.substr(1, length);
  text.remove_prefix(length + 2);
  return true;
}

} // namespace

std::string kernel_dialect() { return fmt::format("nopal {}, plugin ABI {}", NOPAL_VERSION, abi_version); }

std::string KernelKey::text() const {
  std::string text;
  for (const Part& part : parts)
    text += fmt::format("{} {}\n{}\n", part.name, (this->*part.value).size(), this->*part.value);
  return text;
}

std::optional<KernelKey> KernelKey::read(std::string_view text) {
  KernelKey key;
  for (const Part& part : parts)
    if (!take_part(text, part, key)) return std::nullopt;
  return text.empty() ? std::optional(key) : std::nullopt;
}

} // namespace nopal
