#include "driver/guard/code_place.hpp"

#include <fmt/format.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

namespace nopal {

namespace {

struct Position {
  std::string path;          ///< path of the library or program
  std::uintptr_t offset = 0; ///< offset in that file
};

std::optional<Position> position_of(const void* address) {
  Dl_info info{};
  link_map* map = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return std::nullopt;
  Position position{info.dli_fname, reinterpret_cast<std::uintptr_t>(address) - map->l_addr};
  // For the program itself, the loader knows only the name that it was started with.
  if (map->l_name == nullptr || *map->l_name == '\0') {
    std::error_code ignored;
    position.path = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  }
  return position;
}

/// Returns the standard output of a program; empty if it cannot be started or fails.
std::string output_of(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  while (failed == 0) {
    const ssize_t n = read(ends[0], buffer.data(), buffer.size());
    if (n > 0) text.append(buffer.data(), static_cast<std::size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) break;
  }
  close(ends[0]);
  if (failed == 0)
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  return text;
}

bool is_known_header(const std::string& place) {
  for (const char* part : {"/include/c++/", "/lib/gcc/", "/usr/include/", "/core/thorn/", "/core/kernels/"})
    if (place.find(part) != std::string::npos) return true;
  return false;
}

/// Returns "heat::fill" of "heat::fill(double*) const [clone .isra.0]". Some compilers name the parameters, others do
/// not.
std::string bare_name(std::string function) {
  function = function.substr(0, function.find(" [clone"));
  const std::size_t end = function.rfind(')');
  if (end == std::string::npos || function.ends_with("operator()")) return function;
  if (end + 1 < function.size() && function[end + 1] != ' ') return function; // of "(anonymous namespace)::fill"
  int open = 0;
  for (std::size_t n = end + 1; n-- > 0;) {
    if (function[n] == ')') ++open;
    if (function[n] == '(' && --open == 0) return function.substr(0, n);
  }
  return function;
}

} // namespace

std::string module_of(const void* address) {
  const auto position = position_of(address);
  return position ? position->path : std::string();
}

SourceLine source_line(const std::string& answer) {
  std::istringstream lines(answer);
  SourceLine found;
  std::string function, place;
  while (std::getline(lines, function) && std::getline(lines, place)) {
    place = place.substr(0, place.find(" (discriminator"));
    function = function == "??" ? "" : bare_name(function);
    if (found.function.empty()) found.function = function;
    const std::size_t colon = place.rfind(':');
    const bool known = colon != std::string::npos && place.front() != '?' && place.compare(colon, 2, ":?") != 0 &&
                       place.substr(colon) != ":0";
    if (!known || is_known_header(place)) continue;
    return {std::filesystem::path(place).lexically_normal().string(), function};
  }
  return found;
}

std::string code_place(const void* address, bool is_return) {
  const auto position = position_of(address);
  if (!position) return fmt::format("address {}", address);
  // A return address may lie on the next line; the call is on the line before.
  const std::uintptr_t offset = position->offset - (is_return ? 1 : 0);
  const SourceLine line =
      source_line(output_of({"addr2line", "-f", "-C", "-i", "-e", position->path, fmt::format("{:#x}", offset)}));
  if (!line.place.empty())
    return line.function.empty() ? line.place : fmt::format("{}, in {}", line.place, line.function);
  const std::string module =
      fmt::format("{}+{:#x}", std::filesystem::path(position->path).filename().string(), position->offset);
  return fmt::format("{} (compile with -g and install addr2line (binutils) to see the line)",
                     line.function.empty() ? module : fmt::format("{}, in {}", module, line.function));
}

} // namespace nopal
