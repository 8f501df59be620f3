#include "text_file.hpp"

#include <nopal/thorn.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

namespace nopal::tsv {

namespace {

std::string remedy(int reason) {
  switch (reason) {
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
    return "free space there, write less (tsv.every, tsv.lines_every) or set driver.output to a folder with more room";
  case EACCES:
  case EPERM:
  case EROFS:
    return "make it writable or set driver.output to another folder";
  default:
    return "set driver.output to a folder that can be written";
  }
}

/// Whether a line is a row of a later iteration; not so headers and the empty lines between blocks.
bool is_beyond(const std::string& line, std::int64_t up_to) {
  std::int64_t iteration = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), iteration);
  return read.ec == std::errc() && iteration > up_to;
}

template <class T, class... Format> std::string number(T value, Format... format) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, format...).ptr;
  return {buffer, end};
}

} // namespace

TextFile::TextFile(const std::string& path, std::optional<std::int64_t> up_to)
    : path_(path), is_new_(!up_to || !std::filesystem::exists(path)),
      file_(std::fopen(path.c_str(), is_new_ ? "w" : "r+")) {
  if (!file_) fail("open");
  if (!is_new_) is_new_ = cut(*up_to) == 0; // a header that was not written to its end is none
}

long TextFile::cut(std::int64_t up_to) {
  long end = 0; // of what is kept
  std::string line;
  for (int c = std::getc(file_.get()); c != EOF; c = std::getc(file_.get())) {
    line += static_cast<char>(c);
    if (c != '\n') continue;
    if (is_beyond(line, up_to)) break;
    end = std::ftell(file_.get());
    line.clear();
  }
  // A line without an end is one that was being written when the run was killed.
  if (std::fseek(file_.get(), end, SEEK_SET) != 0 || ftruncate(fileno(file_.get()), end) != 0) fail("cut");
  return end;
}

void TextFile::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0)
    fail("write to");
  struct stat status {};
  // What is written to a file without a name is lost when it is closed.
  if (fstat(fileno(file_.get()), &status) == 0 && status.st_nlink == 0)
    throw Error("'" + path_ + "' was removed while the run goes on; leave the output folder alone until the run ends");
}

void TextFile::fail(const char* what) const {
  const int reason = errno;
  throw Error(std::string("cannot ") + what + " '" + path_ + "': " + std::strerror(reason) + "; " + remedy(reason));
}

std::string text(double value) { return number(value, std::chars_format::general, 17); }
std::string text(std::int64_t value) { return number(value); }

} // namespace nopal::tsv
