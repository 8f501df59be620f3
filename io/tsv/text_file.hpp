#pragma once
// A text file that grows during a run.

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
  /// Creates or empties the file and begins it with `header`. With `up_to`, a file that is there keeps its header and
  /// the rows of iterations up to that one (their first column, which ascends) with the empty lines behind them; where
  /// it has no such row, it begins anew. Error with the path and the system's reason where that fails.
  TextFile(const std::string& path, const std::string& header, std::optional<std::int64_t> up_to = std::nullopt);
  /// Error (disk full, the file was removed, …) as above.
  void append(const std::string& text);
  /// Returns once all is on the disk. Error as above.
  void sync();

private:
  /// What is kept stays, what follows goes.
  void cut(std::int64_t up_to);
  [[noreturn]] void fail(const char* what) const;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  bool is_new_ = true; ///< nothing was kept
  bool is_synced_ = false;
};

} // namespace nopal::tsv
