#pragma once
// A text file that grows during a run, and numbers as text.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace nopal::tsv {

/// A file opened for writing from the start. Every append reaches the operating system before it returns, so that
/// a run that is killed leaves all that was written.
class TextFile {
public:
  /// Creates or empties the file. Error with the path and the system's reason where that fails.
  explicit TextFile(const std::string& path);
  /// Error (disk full, …) as above.
  void append(const std::string& text);

private:
  [[noreturn]] void fail(const char* what) const;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// 17 significant digits: reads back to the same bits.
std::string text(double value);
std::string text(std::int64_t value);

} // namespace nopal::tsv
