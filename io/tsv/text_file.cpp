#include "text_file.hpp"

#include <nopal/thorn.hpp>

#include <cerrno>
#include <charconv>
#include <cstring>

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

template <class T, class... Format> std::string number(T value, Format... format) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, format...).ptr;
  return {buffer, end};
}

} // namespace

TextFile::TextFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w")) {
  if (!file_) fail("open");
}

void TextFile::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0)
    fail("write to");
}

void TextFile::fail(const char* what) const {
  const int reason = errno;
  throw Error(std::string("cannot ") + what + " '" + path_ + "': " + std::strerror(reason) + "; " + remedy(reason));
}

std::string text(double value) { return number(value, std::chars_format::general, 17); }
std::string text(std::int64_t value) { return number(value); }

} // namespace nopal::tsv
