#pragma once
// Shared libraries opened at run time.

#include <string>
#include <vector>

namespace nopal::cuda {

/// An open library; never closed, since drivers do not bear it. Null where it could not be opened.
class Library {
public:
  Library() = default;
  /// The first of the candidates (names or paths) that opens. Where none does, why() lists each with its reason.
  explicit Library(const std::vector<std::string>& candidates);

  explicit operator bool() const { return handle_ != nullptr; }
  const std::string& path() const { return path_; }
  const std::string& why() const { return why_; }
  /// Null where the library has no such symbol.
  void* symbol(const char* name) const;

private:
  void* handle_ = nullptr;
  std::string path_;
  std::string why_;
};

} // namespace nopal::cuda
