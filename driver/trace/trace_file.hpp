#pragma once
// The file that --trace names: complete JSON at every moment, since what is added goes before its end.

#include <string>
#include <string_view>

namespace nopal {

class TraceFile {
public:
  /// Nothing is opened.
  explicit TraceFile(std::string path) : path_(std::move(path)) {}
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  const std::string& path() const { return path_; }
  /// Writes the beginning and the end, over what was there. Throws Error.
  void create(std::string_view begin);
  /// Opens what another process may have created, and keeps others out until it is closed. Throws Error.
  void open();
  /// Adds events. Throws Error.
  void append(std::string_view events);
  void close();

private:
  [[noreturn]] void fail(const char* what) const;
  void write(std::string_view text);
  std::string path_;
  int file_ = -1;
};

} // namespace nopal
