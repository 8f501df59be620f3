#include "driver/output_folder/numbered.hpp"

#include "driver/records/earlier_runs.hpp"
#include "driver/records/files.hpp"

#include <algorithm>
#include <filesystem>

namespace nopal {

namespace fs = std::filesystem;

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
  const std::string stem = path.filename().string() + '-';
  std::vector<int> numbers;
  for (const std::string& entry : entries_of(path.parent_path().string()))
    if (const int number = number_after(stem, entry); number >= 2 && stem + std::to_string(number) == entry)
      numbers.push_back(number);
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
