#pragma once
// The file of --trace. It is complete JSON at every moment, because new events are written before its end.

#include <string>
#include <string_view>

namespace nopal {

class TraceFile {
public:
  /// Does not open the file.
  explicit TraceFile(std::string path) : path_(std::move(path)) {}
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Writes a new file with the beginning and the end. Throws Error.
  void create(std::string_view begin);
  /// Adds events before the end. Another process may have created the file. Locks the file only during this call.
  /// Throws Error.
  void append(std::string_view events);

private:
  [[noreturn]] void fail(const char* what);
  void write(std::string_view text);
  void close();
  std::string path_;
  int file_ = -1;
};

} // namespace nopal
