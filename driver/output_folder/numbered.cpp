#include "driver/output_folder/numbered.hpp"

#include "driver/records/earlier_runs.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace nopal {

namespace {

namespace fs = std::filesystem;

// Returns 0 if the name has no number.
int number_after(std::string_view stem, std::string_view name) {
  if (!name.starts_with(stem)) return 0;
  name.remove_prefix(stem.size());
  if (name.size() < 2 || name.front() != '-' || name[1] == '0') return 0;
  name.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && number >= 2 ? number : 0;
}

} // namespace

std::string plain_folder_name(const std::string& name) {
  fs::path path = fs::path(name).lexically_normal();
  if (!path.has_filename() && path.has_relative_path()) path = path.parent_path();
  const std::string last = path.filename().string();
  if (!last.empty() && last != "." && last != "..") return path.string();
  std::error_code code;
  const fs::path whole = fs::weakly_canonical(name, code);
  return code ? name : whole.string();
}

std::string numbered_folder(const std::string& name, int number) {
  return number == 1 ? name : name + '-' + std::to_string(number);
}

std::vector<int> numbers_taken(const std::string& name) {
  const fs::path path(name);
  const std::string stem = path.filename().string();
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<int> numbers;
  std::error_code code;
  for (fs::directory_iterator entry(parent, code), end; !code && entry != end; entry.increment(code))
    if (const int number = number_after(stem, entry->path().filename().string()); number > 0) numbers.push_back(number);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::vector<int> numbers_of_runs(const std::string& name) {
  const fs::path wanted = fs::path(name).filename();
  std::vector<int> numbers = numbers_taken(name);
  std::erase_if(numbers, [&](int number) {
    const auto run = newest_run(numbered_folder(name, number));
    return !run || fs::path(plain_folder_name(run->requested)).filename() != wanted;
  });
  return numbers;
}

} // namespace nopal
