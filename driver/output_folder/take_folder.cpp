#include "driver/output_folder/take_folder.hpp"

#include "core/base/error.hpp"
#include "core/files/existing_file.hpp"
#include "driver/output_folder/numbered.hpp"
#include "driver/records/earlier_runs.hpp"
#include "driver/records/files.hpp"

#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

namespace nopal {

namespace {

namespace fs = std::filesystem;

constexpr const char* trial_name = ".nopal-";

Error useless(const FolderRequest& request, const std::string& folder, const std::string& why) {
  return {request.where,
          fmt::format("the output folder \"{}\" cannot be used: {}; set driver.output to another folder", folder, why)};
}

// Returns why nopal cannot write to a folder that exists; empty if it can.
std::string trouble_in(const std::string& folder) {
  std::error_code code;
  if (!fs::is_directory(folder, code)) return "it exists and is not a folder";
  const fs::path trial = fs::path(folder) / (trial_name + std::to_string(getpid()));
  errno = 0;
  const bool written = static_cast<bool>(std::ofstream(trial) << "trial" << std::flush);
  const int reason = errno;
  fs::remove(trial, code);
  return written ? "" : std::string("nopal cannot write to it: ") + std::strerror(reason != 0 ? reason : EIO);
}

void create(const FolderRequest& request, const std::string& folder) {
  const fs::path parent = fs::path(folder).parent_path();
  std::error_code code;
  if (!parent.empty()) fs::create_directories(parent, code);
  if (code || (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST))
    throw useless(request, folder, "it cannot be created: " + (code ? code.message() : std::strerror(errno)));
  if (const std::string trouble = trouble_in(folder); !trouble.empty()) throw useless(request, folder, trouble);
}

// Returns the names of everything that earlier runs wrote, except their records.
std::vector<std::string> output_in(const std::string& folder) {
  std::vector<std::string> names = entries_of(folder);
  std::erase_if(names, [](const std::string& name) { return name == provenance_name || name.starts_with(trial_name); });
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 3;
  const std::string text = fmt::format("{}", fmt::join(std::span(names).first(std::min(names.size(), shown)), ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

// Describes the run that wrote to a folder which no run holds now.
std::string account(const EarlierRun& run) {
  if (run.state.empty()) return "killed before it wrote its record";
  const std::string end = run.state == "running" ? "killed" : run.state;
  return fmt::format("started {}, {}{}", run.start, end,
                     run.iteration >= 0 ? fmt::format(" at iteration {}", run.iteration) : "");
}

std::string lock_file(const std::string& folder) { return folder + '/' + provenance_name + "/lock"; }

void tell_holder(const std::string& folder) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  std::ofstream(lock_file(folder), std::ios::trunc) << fmt::format("process {} on {}", ::getpid(), host.data());
}

std::string holder(const std::string& folder) {
  std::string text;
  try {
    text = file_text(lock_file(folder), 4096);
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): the holder is then not known
  }
  return text.empty() ? "another process" : text;
}

enum class Obstacle { none, other_run, earlier_output, nothing_to_go_on_from };

struct Attempt {
  std::optional<TakenFolder> taken;
  std::string in_the_way; ///< why the folder was not taken
  Obstacle obstacle = Obstacle::none;
};

Attempt in_use(const std::string& folder) {
  return {std::nullopt, fmt::format("is in use by another run ({})", holder(folder)), Obstacle::other_run};
}

/// Takes the folder unless another run holds it, or an earlier run has written to it and this run does not go on from
/// that one (`goes_on`).
Attempt attempt(const FolderRequest& request, const std::string& folder, bool goes_on) {
  create(request, folder);
  make_folders((fs::path(folder) / provenance_name).string());
  TakenFolder taken;
  taken.path = folder;
  taken.lock =
      std::make_unique<FileLock>(lock_file(folder), goes_on ? request.patience : std::chrono::milliseconds::zero());
  if (taken.lock->gave_up()) return in_use(folder);
  if (taken.lock->held()) tell_holder(folder);
  const auto earlier = newest_run(folder);
  const std::vector<std::string> names = output_in(folder);
  // Without a lock, a run without output may still be running.
  taken.earlier_output = earlier && (!names.empty() || !taken.lock->held());
  if (taken.earlier_output && !goes_on)
    return {std::nullopt,
            fmt::format("holds the output of an earlier run ({}{}{})", account(*earlier), names.empty() ? "" : ": ",
                        listed(names)),
            Obstacle::earlier_output};
  if (!taken.lock->held())
    taken.warning =
        fmt::format("\"{}\" lies on a file system without file locks, so nopal does not notice a second run that "
                    "goes on there at the same time",
                    folder);
  taken.run = claim_run(folder);
  // Without locks, the first of two runs that begin at the same moment gets the folder.
  if (!taken.lock->held() && !earlier && !taken.run.ends_with("_0000")) {
    fs::remove(taken.run);
    return in_use(folder);
  }
  return {std::move(taken), {}, Obstacle::none};
}

Error refusal(const FolderRequest& request, const std::string& folder, const Attempt& attempt) {
  std::string text = fmt::format("the output folder \"{}\" {}", folder, attempt.in_the_way);
  if (attempt.obstacle == Obstacle::other_run) {
    text += ": wait for its end, or set driver.output to another folder";
  } else {
    text += ", and driver.existing_output is refuse: ";
    if (attempt.obstacle == Obstacle::earlier_output) text += "go on from its newest checkpoint with --recover auto, ";
    text += "take a numbered folder with --set driver.existing_output=number, or set driver.output to another folder";
  }
  return {request.where, text};
}

/// Returns the folder of the series that a run goes on in; empty if there is none.
std::string folder_to_go_on_in(const FolderRequest& request, const std::string& name) {
  std::vector<int> numbers = request.existing == ExistingOutput::refuse ? std::vector<int>() : numbers_of_runs(name);
  std::error_code code;
  if (fs::exists(name, code)) numbers.insert(numbers.begin(), 1);
  if (request.recover == "auto") return numbers.empty() ? "" : numbered_folder(name, numbers.back());
  const fs::path holder = fs::path(plain_folder_name(request.recover)).parent_path();
  for (const int number : numbers)
    if (fs::equivalent(numbered_folder(name, number), holder.empty() ? fs::path(".") : holder, code) && !code)
      return numbered_folder(name, number);
  return {};
}

} // namespace

TakenFolder take_folder(const FolderRequest& request) {
  const std::string name = plain_folder_name(request.name);
  const std::string folder = request.recover.empty() ? "" : folder_to_go_on_in(request, name);
  if (folder.empty()) return take_fresh_folder(request);
  Attempt found = attempt(request, folder, true);
  if (!found.taken) throw refusal(request, folder, found);
  if (folder != name)
    found.taken->note = fmt::format("\"{}\" is the {} of \"{}\"", folder,
                                    request.recover == "auto" ? "newest folder" : "folder of the checkpoint", name);
  return std::move(*found.taken);
}

TakenFolder take_fresh_folder(const FolderRequest& request, const std::string& left) {
  const std::string name = plain_folder_name(request.name);
  const bool may_number = request.existing != ExistingOutput::refuse;
  const std::vector<int> runs = may_number ? numbers_of_runs(name) : std::vector<int>();
  const std::string newest = runs.empty() ? name : numbered_folder(name, runs.back());
  Attempt first = newest == left ? Attempt{std::nullopt, "holds output, but no sound checkpoint to go on from",
                                           Obstacle::nothing_to_go_on_from}
                                 : attempt(request, newest, false);
  if (!may_number && !first.taken) throw refusal(request, name, first);
  if (first.taken) {
    if (newest != name) first.taken->note = fmt::format("\"{}\" is the newest folder of \"{}\"", newest, name);
    return std::move(*first.taken);
  }
  for (int tried = 1;;) {
    const std::vector<int> numbers = numbers_taken(name);
    // If the folder above cannot be listed, its numbers are unknown.
    tried = std::max(tried, numbers.empty() ? 1 : numbers.back()) + 1;
    const std::string folder = numbered_folder(name, tried);
    Attempt next = attempt(request, folder, false);
    if (!next.taken) continue; // another run was faster
    next.taken->note = fmt::format("\"{}\" {}: this run takes \"{}\"", newest, first.in_the_way, folder);
    return std::move(*next.taken);
  }
}

} // namespace nopal
