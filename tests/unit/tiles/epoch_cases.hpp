#pragma once
// Random epochs, and the wave equation. The models of epochs (epoch_model.hpp) run them.

#include "core/tiles/epoch.hpp"

#include <random>

namespace nopal::test {

class Random {
public:
  explicit Random(unsigned seed) : bits_(seed) {}
  long draw(long lowest, long highest) { return std::uniform_int_distribution(lowest, highest)(bits_); }
  bool one_in(int n) { return draw(1, n) == 1; }

private:
  std::mt19937 bits_;
};

/// The offsets of a read: the corners of the extent, and one point in it.
using ReadPoints = std::vector<Index>;

struct Case {
  Epoch plain; ///< no variable gives its storage away
  Epoch epoch; ///< some do
  int dimension = 1;
  Box grid;
  std::array<bool, 3> periodic{false, false, false};
  Index processes{1, 1, 1};
  Index shape{0, 0, 0}; ///< of the tiles
  StageChain plain_chain{}, chain{};
  std::vector<std::vector<ReadPoints>> reads{}; ///< of each stage
};

Case random_case(unsigned seed);

/// Returns all points of the grid, with more points along periodic axes than all ghost zones have.
Box endless(const Case& of);

/// The wave equation on n x n points: the new values follow from two earlier timelevels, and the boundary is set after
/// the interior.
Epoch wave_epoch(long n, int iterations);

/// Sets everything that follows from the epoch. Every variable that may give its storage does so.
void complete(Random& random, Case& of);

} // namespace nopal::test
