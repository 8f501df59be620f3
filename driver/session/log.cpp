#include "driver/session/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

namespace nopal {

namespace {

// Plain lines for what a user reads; a word in front of what needs attention.
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
  auto logger = std::make_shared<spdlog::logger>("nopal", std::make_shared<spdlog::sinks::stdout_color_sink_mt>());
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<LevelWord>('N').set_pattern("%^%N%$%v");
  logger->set_formatter(std::move(formatter));
  const auto wanted = spdlog::level::from_str(level);
  logger->set_level(rank == 0 ? wanted : std::max(wanted, spdlog::level::err));
  logger->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(logger);
}

bool log_is_terminal() { return isatty(STDOUT_FILENO) != 0; }

} // namespace nopal
