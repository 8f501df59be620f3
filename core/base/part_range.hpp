#pragma once
// Divides the parts of a job into equal shares, in order.

#include <algorithm>

namespace nopal {

/// The parts first to last - 1.
struct PartRange {
  long first, last;
};

/// Returns the first part of a share if the parts 0 to n - 1 are divided into n_shares shares (at least 1). The sizes
/// of two shares differ by at most one. For share number n_shares it returns n, the end of the last share.
inline long first_of_share(long share, long n_shares, long n) {
  // n * share may be too large for a long, so this uses quotient and remainder.
  return n / n_shares * share + std::min(share, n % n_shares);
}

/// Returns the parts of a share. The arguments are those of first_of_share().
inline PartRange share_of(long share, long n_shares, long n) {
  return {first_of_share(share, n_shares, n), first_of_share(share + 1, n_shares, n)};
}

} // namespace nopal
