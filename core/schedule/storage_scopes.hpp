#pragma once
// Storage that lasts while routines and groups run, one inside the other.

#include <vector>

namespace nopal {

/// Counts who asks for a variable's storage.
class StorageScopes {
public:
  explicit StorageScopes(int n_variables) : depth_(static_cast<std::size_t>(n_variables), 0) {}

  /// Those of the variables whose storage begins.
  std::vector<int> enter(const std::vector<int>& variables) {
    std::vector<int> fresh;
    for (const int v : variables)
      if (depth_[static_cast<std::size_t>(v)]++ == 0) fresh.push_back(v);
    return fresh;
  }
  /// Those whose storage ends.
  std::vector<int> leave(const std::vector<int>& variables) {
    std::vector<int> last;
    for (const int v : variables)
      if (--depth_[static_cast<std::size_t>(v)] == 0) last.push_back(v);
    return last;
  }
  bool active(int variable) const { return depth_[static_cast<std::size_t>(variable)] > 0; }

private:
  std::vector<int> depth_; ///< by variable
};

} // namespace nopal
