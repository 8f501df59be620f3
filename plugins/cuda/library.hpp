#pragma once
// A shared library that is opened at run time.

#include <string>
#include <vector>

namespace nopal::cuda {

/// An open library, or null if it could not be opened. It is never closed, because drivers do not support that.
class Library {
public:
  Library() = default;
  /// Opens the first of the candidates (names or paths) that can be opened. If none can, why() lists the reasons.
  explicit Library(const std::vector<std::string>& candidates);

  explicit operator bool() const { return handle_ != nullptr; }
  const std::string& path() const { return path_; }
  const std::string& why() const { return why_; }
  /// Returns null if the library does not have the symbol.
  void* symbol(const char* name) const;

private:
  void* handle_ = nullptr;
  std::string path_;
  std::string why_;
};

} // namespace nopal::cuda
