#pragma once
// Round numbers along an axis, and what stands beside them.

#include <string>
#include <vector>

namespace nopal::slices {

struct Tick {
  double value = 0;
  std::string label;
};

/// A label stands for the value base + label * 10^power.
struct Ticks {
  std::vector<Tick> ticks; ///< at least two, ascending, within the range
  std::vector<double> minor;
  std::string base; ///< empty for 0
  int power = 0;
};

/// About `about` (at least 2) numbers from low to high, low < high; multiples of 1, 2 or 5 times a power of ten. Where
/// the range is too narrow for such numbers to be distinct: its ends.
Ticks linear_ticks(double low, double high, int about);

/// The same for 0 < low and a logarithmic axis: powers of ten over more than two of them, with minor ticks; else 1, 2
/// and 5 times these; over less than a factor of about four, linear ones.
Ticks logarithmic_ticks(double low, double high, int about);

/// What an axis with these ticks shows: "phi", "phi (metre)", "phi − 1.25 (×10⁻⁹ metre)".
std::string axis_title(const std::string& name, const std::string& unit, const Ticks& ticks);

} // namespace nopal::slices
