#pragma once
// Arguments to compare functions with.

#include "cases.hpp"

#include <cstdint>
#include <vector>

namespace nopal::test {

/// Returns n arguments. `first` are those of the first argument, for ranges that depend on it.
std::vector<double> arguments_in(const Range& range, long n, std::uint64_t seed, const std::vector<double>& first = {});

/// Returns the n reals below each border, the border and the n - 1 reals above it, and the negatives of all.
std::vector<double> around(const std::vector<double>& borders, int n);

/// Returns reals of each exponent, also denormal ones, with both signs: the first, the second, the one in the middle,
/// the last, and four others.
std::vector<double> of_each_exponent();

/// Returns the reals that are nearest to multiples of pi/2. One list has n multiples below 2^60, with their
/// neighbours. The other one has for each exponent of a real the significands that are nearest, found by continued
/// fractions (W. Kahan, 1983).
std::vector<double> quarter_turns(long n);
std::vector<double> hardest_angles();

} // namespace nopal::test
