#include "core/base/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace nopal {

namespace {

// The optimal string alignment distance. Upper and lower case count as the same.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substitution = d[i - 1][j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, substitution});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

} // namespace

std::string closest(std::string_view found, std::span<const std::string> candidates) {
  const size_t limit = std::max<size_t>(1, found.size() / 3);
  std::string best;
  size_t best_distance = limit + 1;
  for (const std::string& candidate : candidates) {
    // The distance is at least the difference in length. So long texts from a user's file are skipped early.
    if (std::max(found.size(), candidate.size()) - std::min(found.size(), candidate.size()) > limit) continue;
    const size_t d = distance(found, candidate);
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view found, std::span<const std::string> candidates) {
  const std::string best = closest(found, candidates);
  return best.empty() || best == found ? std::string() : " (did you mean \"" + best + "\"?)";
}

} // namespace nopal
