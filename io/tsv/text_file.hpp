#pragma once
// A text file that grows during a run, and numbers as text.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace nopal::tsv {

/// A file that grows. Every append reaches the operating system before it returns, so that
/// a run that is killed leaves all that was written.
class TextFile {
public:
  /// Creates or empties the file. With `up_to`, a file that is there keeps its header and the rows of iterations up to
  /// that one: their first column, which ascends. Error with the path and the system's reason where that fails.
  explicit TextFile(const std::string& path, std::optional<std::int64_t> up_to = std::nullopt);
  /// Nothing was kept.
  bool is_new() const { return is_new_; }
  /// Error (disk full, …) as above.
  void append(const std::string& text);

private:
  /// Returns the bytes that are kept.
  long cut(std::int64_t up_to);
  [[noreturn]] void fail(const char* what) const;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  bool is_new_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// 17 significant digits: reads back to the same bits.
std::string text(double value);
std::string text(std::int64_t value);

} // namespace nopal::tsv
