#include "bench/command_line.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>

namespace bench {

CommandLine::CommandLine(const std::string& description) : app_(std::make_unique<CLI::App>(description)) {}

CommandLine::~CommandLine() = default;

void CommandLine::number(const std::string& name, long& value, const std::string& description) {
  // CLI::PositiveNumber is not used, because it prints its upper limit with all digits.
  app_->add_option(name, value, description)->check(CLI::Range(1L, 1000000000L))->capture_default_str();
}

void CommandLine::word(const std::string& name, std::string& value, const std::string& description) {
  app_->add_option(name, value, description)->capture_default_str();
}

void CommandLine::words(const std::string& name, std::vector<std::string>& values, const std::string& description) {
  app_->add_option(name, values, description)->capture_default_str();
}

int CommandLine::main(int argc, char** argv, const std::function<int()>& measure) {
  CLI11_PARSE(*app_, argc, argv);
  try {
    return measure();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

} // namespace bench
