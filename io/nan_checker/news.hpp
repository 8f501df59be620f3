#pragma once
// Remembers which variables were not finite and which of them were reported.

#include <set>
#include <vector>

namespace nopal::nan_checker {

/// Holds the same variables on all ranks.
class News {
public:
  /// Call this after each look. Returns the variables that were not finite and are finite now.
  std::vector<int> update(const std::vector<int>& variables, const std::vector<bool>& finite);
  /// Returns the variables that are not finite and were not reported yet.
  const std::vector<int>& fresh() const { return fresh_; }
  /// Call this when all fresh() variables were reported.
  void told();

private:
  std::set<int> told_;
  std::vector<int> fresh_;
};

} // namespace nopal::nan_checker
