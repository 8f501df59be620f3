#pragma once
// Ratios of two times, measured within one run in interleaved pairs, because machines are noisy and change.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace bench {

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

template <class Work> double seconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The times of a and b, and their ratio.
struct Pairs {
  double seconds_a = 0; ///< median
  double seconds_b = 0; ///< median
  double ratio = 0;     ///< median of b/a over the pairs: how fast a is, in units of b
  double low = 0, high = 0;
};

/// Runs a and b once to warm up, then in turn: A B A B …
template <class A, class B> Pairs interleaved(A&& a, B&& b, int pairs) {
  a();
  b();
  std::vector<double> times_a, times_b, ratios;
  for (int n = 0; n < pairs; ++n) {
    times_a.push_back(seconds(a));
    times_b.push_back(seconds(b));
    ratios.push_back(times_b.back() / times_a.back());
  }
  return {median(times_a), median(times_b), median(ratios), *std::min_element(ratios.begin(), ratios.end()),
          *std::max_element(ratios.begin(), ratios.end())};
}

inline void print(const char* what, const Pairs& pairs, double aim) {
  std::printf("%-58s %6.3f  (%.3f to %.3f)  aim %.2f  %s\n", what, pairs.ratio, pairs.low, pairs.high, aim,
              pairs.ratio >= aim ? "met" : "missed");
  std::fflush(stdout);
}

} // namespace bench
