#include "driver/devices/ask_devices.hpp"

#include "core/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

namespace nopal {

namespace {

using Clock = std::chrono::steady_clock;

// The reading end of a pipe, and what has come through it.
class Received {
public:
  explicit Received(int end) : end_(end) {}
  ~Received() { close(end_); }
  Received(const Received&) = delete;
  Received& operator=(const Received&) = delete;

  int end() const { return end_; }
  bool open() const { return open_; }
  const std::string& text() const { return text_; }
  void take() {
    std::array<char, 4096> buffer;
    const ssize_t n = read(end_, buffer.data(), buffer.size());
    if (n > 0)
      text_.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
      open_ = false;
  }
  // Takes what the process wrote before it ended, without waiting for more.
  void take_rest() {
    pollfd waiting{end_, POLLIN, 0};
    while (open_ && poll(&waiting, 1, 0) > 0) take();
  }

private:
  int end_;
  bool open_ = true;
  std::string text_;
};

// A process that asks one plugin.
struct Asked {
  pid_t process = -1;
  std::unique_ptr<Received> answer; ///< its standard output
  std::unique_ptr<Received> words;  ///< its standard error: what the plugin's libraries print

  bool has_answered() const { return answer->text().ends_with('\n'); }
  bool under_way() const { return answer->open() && !has_answered(); }
};

// Closes its ends unless they were taken.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw Error(fmt::format("cannot ask for devices: no pipe can be made: {}", std::strerror(errno)));
  }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  std::unique_ptr<Received> reader() { return std::make_unique<Received>(std::exchange(ends[0], -1)); }
};

// The process must not take signals of the terminal, and must take those that this program blocks or ignores.
struct SpawnSettings {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  SpawnSettings(int output, int errors) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
};

Asked start(const std::string& program, const DevicePluginFile& plugin, int threads) {
  Pipe answer, words;
  const SpawnSettings settings(answer.ends[1], words.ends[1]);
  std::array<std::string, 4> arguments{program, plugin.first, plugin.second, std::to_string(threads)};
  std::array<char*, 5> pointers{};
  for (std::size_t i = 0; i < arguments.size(); ++i) pointers[i] = arguments[i].data();
  Asked asked;
  const int code =
      posix_spawn(&asked.process, program.c_str(), &settings.files, &settings.attributes, pointers.data(), environ);
  if (code != 0)
    throw Error(fmt::format("cannot ask for devices: {} cannot be started: {}; it belongs to nopal: build or install "
                            "nopal again",
                            program, std::strerror(code)));
  asked.answer = answer.reader();
  asked.words = words.reader();
  return asked;
}

// Reads what the processes write, until each has answered or ended, or until the deadline.
void listen(std::vector<Asked>& all, Clock::time_point deadline) {
  while (true) {
    std::vector<pollfd> ends;
    std::vector<Received*> owners;
    for (const Asked& asked : all) {
      if (!asked.under_way()) continue;
      for (Received* received : {asked.answer.get(), asked.words.get()}) {
        if (!received->open()) continue;
        ends.push_back({received->end(), POLLIN, 0});
        owners.push_back(received);
      }
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (ends.empty() || left <= 0) return;
    if (poll(ends.data(), ends.size(), static_cast<int>(left)) <= 0) continue;
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (ends[i].revents != 0) owners[i]->take();
  }
}

// Waits up to a second for the end of the process.
void wait_for(pid_t process, int& status) {
  for (int i = 0; i < 5000 && waitpid(process, &status, WNOHANG) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

// Ends the process. Returns how it ended by itself; -1 if it did not. A process that hangs inside a driver cannot be
// ended. It is left alone.
int end(const Asked& asked) {
  int status = -1;
  if (!asked.under_way() && !asked.has_answered()) wait_for(asked.process, status); // its output is closed
  if (status != -1) return status;
  kill(asked.process, SIGKILL);
  wait_for(asked.process, status);
  return status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? -1 : status;
}

std::string last_line(const std::string& text) {
  const std::size_t last = text.find_last_not_of(" \r\n");
  if (last == std::string::npos) return {};
  const std::size_t before = text.find_last_of('\n', last);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  return text.substr(first, last - first + 1);
}

std::string how_it_ended(int status, std::chrono::milliseconds patience) {
  if (status < 0)
    return fmt::format("it gave no answer within {} s and was ended", std::chrono::duration<double>(patience).count());
  if (WIFSIGNALED(status)) return fmt::format("it crashed ({})", strsignal(WTERMSIG(status)));
  return fmt::format("it ended its process with code {}", WEXITSTATUS(status));
}

DeviceAnswer answer_of(const Asked& asked, std::chrono::milliseconds patience) {
  const int status = end(asked);
  if (asked.has_answered()) return read_answer(asked.answer->text());
  DeviceAnswer answer;
  asked.words->take_rest();
  answer.trouble = "when it was asked for its devices, " + how_it_ended(status, patience);
  const std::string said = last_line(asked.words->text());
  if (!said.empty()) answer.trouble += fmt::format("; its last words: {}", said);
  return answer;
}

} // namespace

std::vector<DeviceAnswer> ask_devices(const std::string& program, const std::vector<DevicePluginFile>& plugins,
                                      int threads, std::chrono::milliseconds patience) {
  const Clock::time_point deadline = Clock::now() + patience;
  std::vector<Asked> all;
  all.reserve(plugins.size());
  for (const DevicePluginFile& plugin : plugins) all.push_back(start(program, plugin, threads));
  listen(all, deadline);
  std::vector<DeviceAnswer> answers;
  answers.reserve(all.size());
  for (const Asked& asked : all) answers.push_back(answer_of(asked, patience));
  return answers;
}

} // namespace nopal
