#pragma once
// Shortens lines of many iterations: iterations with the same lines are written once.

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// The lines of one iteration.
struct IterationLines {
  std::int64_t iteration = 0;
  std::vector<std::string> lines;
};

/// Returns "iteration 1" and its lines, then "iterations 2 to 9: as iteration 1", and so on. If many such lines would
/// follow the last new iteration, they are replaced by one line that counts the iterations.
std::vector<std::string> without_repetition(const std::vector<IterationLines>& iterations);

} // namespace nopal
