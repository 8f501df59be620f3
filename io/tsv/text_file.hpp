#pragma once
// A text file that grows during a run.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace nopal::tsv {

/// When append() returns, the operating system has the text. So the text survives if the run is killed. All functions
/// throw an Error with the path and the system's reason.
class TextFile {
public:
  /// Creates or empties the file and writes `header`. With `up_to`, an existing file keeps its header and the rows of
  /// iterations up to that one, with the comments before and the empty lines after them. The first column of a row is
  /// its iteration. If there is no such row, the file begins anew.
  TextFile(const std::string& path, const std::string& header, std::optional<std::int64_t> up_to = std::nullopt);
  void append(const std::string& text);
  /// Returns when the file is on the disk.
  void sync();

private:
  /// Removes the rows after iteration `up_to`.
  void cut(std::int64_t up_to);
  [[noreturn]] void fail(const char* what) const;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  bool is_new_ = true; ///< no rows of an earlier run were kept
  bool is_synced_ = false;
};

} // namespace nopal::tsv
