#pragma once
// The command lines of the programs of bench/: numbers and words by position, each with a default.

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bench {

class CommandLine {
public:
  explicit CommandLine(const std::string& description);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Adds the next argument, a number of at least 1. Without it `value` does not change.
  void number(const std::string& name, long& value, const std::string& description);
  void word(const std::string& name, std::string& value, const std::string& description);
  /// Adds all arguments that follow.
  void words(const std::string& name, std::vector<std::string>& values, const std::string& description);

  /// Reads the arguments and calls `measure`. Returns its result as the exit status, or a failure if it throws.
  int main(int argc, char** argv, const std::function<int()>& measure);

private:
  std::unique_ptr<CLI::App> app_;
};

} // namespace bench
