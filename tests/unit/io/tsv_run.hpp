#pragma once
// Shared code of the tests of the thorn tsv: a small grid, values that depend on the point, and rows of files.

#include "fake_run.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

namespace nopal::test {

/// A grid that is periodic along x, with points at 0, 0.25, 0.5, 0.75. Along y the points are -1, -0.5, … 1. dt is 1/8.
inline DomainSpec grid_2d() {
  DomainSpec grid;
  grid.dimension = 2;
  grid.lower = {0, -1, 0};
  grid.upper = {1, 1, 0};
  grid.cells = {4, 4, 1};
  grid.periodic = {true, false, false};
  return grid;
}

/// Calls function(i, j, k) for all points of the box.
template <class Function> void for_all_points(const Box& box, Function&& function) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) function(i, j, k);
}

/// Sets each point to 10 i + j.
inline void fill(FakeRun& run, int variable) {
  auto field = run.field<double>(variable);
  for_all_points(field.layout().box, [&](long i, long j, long k) { field(i, j, k) = static_cast<double>(10 * i + j); });
}

/// Returns the text after the header.
inline std::string rows(const std::string& text) {
  const std::size_t header = text.rfind("\n# ");
  return text.substr(text.find('\n', header + 1) + 1);
}

/// Returns the last row that is not a comment.
inline std::string last_row(const std::string& text) {
  std::istringstream lines(text);
  std::string line, last;
  while (std::getline(lines, line))
    if (!line.empty() && line[0] != '#') last = line;
  return last;
}

} // namespace nopal::test
