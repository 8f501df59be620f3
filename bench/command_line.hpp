#pragma once
// What the programs of bench/ take: numbers and words by their position, each with a default.

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

  /// The next argument, of 1 or more; where it is left out, `value` stays as it is.
  void number(const std::string& name, long& value, const std::string& description);
  void word(const std::string& name, std::string& value, const std::string& description);
  /// All that follow.
  void words(const std::string& name, std::vector<std::string>& values, const std::string& description);

  /// Reads the arguments, measures, and returns the exit status, which is that of `measure` unless it throws.
  int main(int argc, char** argv, const std::function<int()>& measure);

private:
  std::unique_ptr<CLI::App> app_;
};

} // namespace bench
