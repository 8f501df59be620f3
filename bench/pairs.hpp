#pragma once
// Ratios of two times, measured within one run in interleaved pairs, because machines are noisy and change.

#include <sys/resource.h>

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

/// Returns how often the system has taken a core away from a thread of this process, because another process wanted it.
inline long interruptions() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

/// The times of a and b, and their ratio.
struct Pairs {
  double seconds_a = 0; ///< median
  double seconds_b = 0; ///< median
  double ratio = 0;     ///< median of b/a over the pairs: how fast a is, in units of b
  double low = 0, high = 0;
  int interrupted = 0; ///< pairs that count although they were interrupted
};

/// Runs a and b once to warm up, then in turn: A B A B … A pair that was interrupted is measured again, at most `again`
/// times in all.
template <class A, class B> Pairs interleaved(A&& a, B&& b, int pairs, int again = 0) {
  a();
  b();
  std::vector<double> times_a, times_b, ratios;
  int interrupted = 0;
  while (static_cast<int>(ratios.size()) < pairs) {
    const long before = interruptions();
    const double time_a = seconds(a), time_b = seconds(b);
    const bool disturbed = interruptions() != before;
    if (disturbed && again-- > 0) continue;
    interrupted += disturbed ? 1 : 0;
    times_a.push_back(time_a);
    times_b.push_back(time_b);
    ratios.push_back(time_b / time_a);
  }
  return {median(times_a),
          median(times_b),
          median(ratios),
          *std::min_element(ratios.begin(), ratios.end()),
          *std::max_element(ratios.begin(), ratios.end()),
          interrupted};
}

inline void print(const char* what, const Pairs& pairs, double aim) {
  std::printf("%-58s %6.3f  (%.3f to %.3f)  aim %.2f  %s\n", what, pairs.ratio, pairs.low, pairs.high, aim,
              pairs.ratio >= aim ? "met" : "missed");
  std::fflush(stdout);
}

} // namespace bench
