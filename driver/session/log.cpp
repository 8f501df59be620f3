#include "driver/session/log.hpp"

#include "driver/session/launcher.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

#include <atomic>
#include <filesystem>

namespace nopal {

namespace {

// Information has no prefix. Other lines begin with "warning: ", "error: " or "debug: ".
class LevelWord : public spdlog::custom_flag_formatter {
public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& text) override {
    const char* word = message.level == spdlog::level::warn    ? "warning: "
                       : message.level >= spdlog::level::err   ? "error: "
                       : message.level == spdlog::level::debug ? "debug: "
                                                               : "";
    text.append(word, word + std::char_traits<char>::length(word));
  }
  std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<LevelWord>(); }
};

std::atomic<int> n_warnings = 0;

class WarningCounter : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (message.level == spdlog::level::warn) ++n_warnings;
  }
  void flush_() override {}
};

} // namespace

void start_log(const std::string& level, int rank) {
  const bool terminal = log_is_terminal();
  const auto colours = terminal ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto output = std::make_shared<spdlog::sinks::stdout_color_sink_mt>(colours);
  auto logger =
      std::make_shared<spdlog::logger>("nopal", spdlog::sinks_init_list{output, std::make_shared<WarningCounter>()});
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  // On a terminal, first clear the line of progress that may be there.
  formatter->add_flag<LevelWord>('N').set_pattern(terminal ? "\033[K%^%N%$%v" : "%N%v");
  logger->set_formatter(std::move(formatter));
  const auto wanted = spdlog::level::from_str(level);
  output->set_level(rank == 0 ? wanted : std::max(wanted, spdlog::level::err));
  // Warnings pass the logger so that they are counted, whether they are shown or not.
  logger->set_level(rank == 0 ? std::min(wanted, spdlog::level::warn) : std::max(wanted, spdlog::level::err));
  logger->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(logger);
}

int logged_warnings() { return n_warnings; }

bool log_is_terminal() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  if (!launcher().exists) return true;
  // A launcher gives each rank a terminal, but the user sees the output of the launcher.
  std::error_code code;
  const auto output = std::filesystem::read_symlink("/proc/" + std::to_string(getppid()) + "/fd/1", code).string();
  return output.starts_with("/dev/pts/") || output.starts_with("/dev/tty");
}

} // namespace nopal
