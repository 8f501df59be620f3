#pragma once
// Variables whose storage lasts only while an item runs. Items may be nested and name the same variable.

#include <vector>

namespace nopal {

/// Counts, for each variable, the running items that ask for its storage.
class StorageScopes {
public:
  explicit StorageScopes(int n_variables) : depth_(static_cast<std::size_t>(n_variables), 0) {}

  /// Call this when an item begins. Returns the variables whose storage begins now.
  std::vector<int> enter(const std::vector<int>& variables) {
    std::vector<int> fresh;
    for (const int v : variables)
      if (depth_[v]++ == 0) fresh.push_back(v);
    return fresh;
  }
  /// Call this when the item ends. Returns the variables whose storage ends now.
  std::vector<int> leave(const std::vector<int>& variables) {
    std::vector<int> last;
    for (const int v : variables)
      if (--depth_[v] == 0) last.push_back(v);
    return last;
  }

private:
  std::vector<int> depth_; ///< by variable
};

} // namespace nopal
