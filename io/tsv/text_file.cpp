#include "text_file.hpp"

#include <nopal/thorn.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace nopal::tsv {

namespace {

constexpr const char* write_less = "write less (tsv.every, lines_every, planes_every, points_every)";

/// Returns the iteration at the beginning of a row. Empty: a header or an empty line.
std::optional<std::int64_t> iteration_of(std::string_view line) {
  std::int64_t iteration = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), iteration);
  return read.ec == std::errc() ? std::optional(iteration) : std::nullopt;
}

/// Reads lines one after another. Keeps memory for the longest line.
class Lines {
public:
  explicit Lines(std::FILE* file) : file_(file) {}
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() { std::free(line_); }
  /// Returns the next line with its end of line, if it has one. Empty: the end of the file.
  std::optional<std::string_view> next() {
    const ssize_t length = getline(&line_, &capacity_, file_);
    if (length < 0) return std::nullopt;
    return std::string_view(line_, static_cast<std::size_t>(length));
  }

private:
  std::FILE* file_;
  char* line_ = nullptr;
  std::size_t capacity_ = 0;
};

} // namespace

TextFile::TextFile(const std::string& path, const std::string& header, std::optional<std::int64_t> up_to)
    : path_(path) {
  const bool goes_on = up_to && std::filesystem::exists(path);
  file_.reset(std::fopen(path.c_str(), goes_on ? "r+" : "w"));
  if (!file_) fail("open");
  if (goes_on) cut(*up_to);
  if (is_new_) append(header);
}

void TextFile::cut(std::int64_t up_to) {
  off_t end = 0, kept = 0;
  Lines lines(file_.get());
  while (const auto line = lines.next()) {
    // If a line has no end, the run was killed while it wrote the line.
    if (line->back() != '\n') break;
    const auto iteration = iteration_of(*line);
    if (iteration && *iteration > up_to) break;
    end += static_cast<off_t>(line->size());
    if (iteration) is_new_ = false;
    // A header without a row may be incomplete, so it is written again. A comment belongs to the row after it.
    if (!is_new_ && line->front() != '#') kept = end;
  }
  if (std::ferror(file_.get())) fail("read");
  if (fseeko(file_.get(), kept, SEEK_SET) != 0 || ftruncate(fileno(file_.get()), kept) != 0) fail("cut");
}

void TextFile::append(const std::string& text) {
  is_synced_ = false;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0)
    fail("write to");
  struct stat status{};
  // If the file was removed, rows would be lost when it is closed.
  if (fstat(fileno(file_.get()), &status) == 0 && status.st_nlink == 0)
    throw Error("'" + path_ + "' was removed during the run: do not change the output folder before the run ends");
}

void TextFile::sync() {
  if (is_synced_) return;
  if (const int reason = sync_descriptor(fileno(file_.get())); reason != 0) {
    errno = reason;
    fail("write to");
  }
  is_synced_ = true;
}

void TextFile::fail(const char* what) const {
  throw_disk_error(std::string(what) + " '" + path_ + "'", errno, write_less);
}

} // namespace nopal::tsv
