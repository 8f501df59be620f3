#pragma once
// Euler's equations by hand, for comparison with the thorn euler: the same scheme (PPM, HLLC, SSPRK3) on a periodic
// grid in three dimensions, with one thread. All of a stage happens in one pass over the cells.

#include <array>
#include <vector>

namespace bench {

/// Five fields on a periodic grid: density, momentum and total energy.
class Gas {
public:
  static constexpr int fields = 5;
  /// The layers around the cells that repeat those of the opposite side.
  static constexpr long ghosts = 3;

  explicit Gas(const std::array<long, 3>& cells);

  /// Address of the cell (0, j, k).
  double* row(int field, long j, long k) { return data_[field].data() + offset(j, k); }
  const double* row(int field, long j, long k) const { return data_[field].data() + offset(j, k); }
  const std::array<long, 3>& cells() const { return cells_; }
  /// The distance from a cell to the next one along j.
  long stride() const { return stride_; }
  /// Sets the layers around the cells.
  void fill_ghosts();

private:
  long offset(long j, long k) const {
    return ((k + ghosts) * (cells_[1] + 2 * ghosts) + j + ghosts) * stride_ + first_;
  }

  static constexpr long first_ = 8; ///< of a row, in front of its cell 0
  std::array<long, 3> cells_;
  long stride_;
  std::array<std::vector<double>, fields> data_;
};

/// A time step with SSPRK3.
class GasByHand {
public:
  GasByHand(const std::array<long, 3>& cells, const std::array<double, 3>& spacing, double gamma, double dt);

  /// What is integrated. Ghosts need not be set.
  Gas& gas() { return gas_; }
  void step();

private:
  /// out = a old + b in + c dt (what flows into the cells of `in`)
  struct Stage {
    double a, b, c;
  };
  void compute(Gas& out, const Gas& old, Gas& in, const Stage& stage);

  Gas gas_, first_, second_;
  std::array<double, 3> spacing_;
  double gamma_, dt_;
};

} // namespace bench
