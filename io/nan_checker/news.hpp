#pragma once
// Which variables were found not finite, and of which of them the run has been told.

#include <set>
#include <vector>

namespace nopal::nan_checker {

class News {
public:
  /// Takes in whether each of the variables is finite now. Returns those that are finite again.
  std::vector<int> update(const std::vector<int>& variables, const std::vector<bool>& finite);
  /// Those that are not finite and that told() has not been called of since they last were.
  const std::vector<int>& fresh() const { return fresh_; }
  void told();

private:
  std::set<int> told_;
  std::vector<int> fresh_;
};

} // namespace nopal::nan_checker
