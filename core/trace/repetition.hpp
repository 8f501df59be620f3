#pragma once
// Lists of lines, iteration by iteration, told without telling the same twice.

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

struct IterationLines {
  std::int64_t iteration = 0;
  std::vector<std::string> lines;
};

/// "iteration 1" and its lines; then "iterations 2 to 9: as iteration 1". Once all that is new has been told and many
/// iterations are left, these are told in one line a kind.
std::vector<std::string> without_repetition(const std::vector<IterationLines>& iterations);

} // namespace nopal
