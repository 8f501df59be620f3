#include "driver/session/log.hpp"

#include "driver/session/session.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

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

} // namespace

void start_log(const std::string& level, int rank) {
  const bool terminal = log_is_terminal();
  const auto colours = terminal ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto logger =
      std::make_shared<spdlog::logger>("nopal", std::make_shared<spdlog::sinks::stdout_color_sink_mt>(colours));
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  // On a terminal, first clear the line of progress that may be there.
  formatter->add_flag<LevelWord>('N').set_pattern(terminal ? "\033[K%^%N%$%v" : "%N%v");
  logger->set_formatter(std::move(formatter));
  const auto wanted = spdlog::level::from_str(level);
  logger->set_level(rank == 0 ? wanted : std::max(wanted, spdlog::level::err));
  logger->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(logger);
}

bool log_is_terminal() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  if (!started_by_launcher()) return true;
  // A launcher gives each rank a terminal, but the user sees the output of the launcher.
  std::error_code code;
  const auto output = std::filesystem::read_symlink("/proc/" + std::to_string(getppid()) + "/fd/1", code).string();
  return output.starts_with("/dev/pts/") || output.starts_with("/dev/tty");
}

} // namespace nopal
