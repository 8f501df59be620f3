#pragma once
// The arguments of the programs of bench/. They are numbers and words, given by position; each has a default.

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

  /// Declares the next argument, a number of at least 1. If it is missing, `value` does not change.
  void number(const std::string& name, long& value, const std::string& description);
  void word(const std::string& name, std::string& value, const std::string& description);
  /// Declares all further arguments.
  void words(const std::string& name, std::vector<std::string>& values, const std::string& description);

  /// Reads the arguments and calls `measure`. Returns its exit status, or another one if it throws.
  int main(int argc, char** argv, const std::function<int()>& measure);

private:
  std::unique_ptr<CLI::App> app_;
};

} // namespace bench
