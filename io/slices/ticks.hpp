#pragma once
// Round numbers along an axis, and their labels.

#include <string>
#include <vector>

namespace nopal::slices {

struct Tick {
  double value = 0;
  std::string label;
};

/// The ticks of an axis. A label stands for the value base + label * 10^power.
struct Ticks {
  std::vector<Tick> ticks; ///< at least two, ascending, within the range
  std::vector<double> minor;
  std::string base; ///< empty for 0
  int power = 0;
};

/// Returns about `about` (at least 2) numbers from low to high, low < high. They are multiples of 1, 2 or 5 times a
/// power of ten. If the range is too narrow for such numbers to be distinct, returns its ends.
Ticks linear_ticks(double low, double high, int about);

/// Returns ticks for a logarithmic axis, with 0 < low. If the range has more than two powers of ten, returns these with
/// minor ticks. A smaller range gets 1, 2 and 5 times powers of ten. If fewer than three of these fit, ticks are
/// linear.
Ticks logarithmic_ticks(double low, double high, int about);

/// Returns the title of an axis with these ticks: "phi", "phi (metre)" or "phi − 1.25 (×10⁻⁹ metre)".
std::string axis_title(const std::string& name, const std::string& unit, const Ticks& ticks);

} // namespace nopal::slices
