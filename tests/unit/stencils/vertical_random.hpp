#pragma once
// Random axes, intervals and positions of splitters. They are the same in every run of the tests.

#include "core/stencils/vertical_loops.hpp"

#include <algorithm>
#include <random>

namespace nopal::test {

class RandomVertical {
public:
  explicit RandomVertical(unsigned seed) : random_(seed) {}

  int draw(int first, int last) { return std::uniform_int_distribution<int>(first, last)(random_); }

  VerticalAxis axis() {
    const std::vector<std::string> names{"fog", "cloud", "ice"};
    return VerticalAxis({names.begin(), names.begin() + draw(0, 3)}, draw(2, 4));
  }

  /// Returns a list that follows the rules, in any order. It has one interval or more.
  StageIntervals intervals(const VerticalAxis& axis) {
    const auto may_be_end = [&](int index) { return std::abs(axis.vertical_level(index).offset) < axis.limit(); };
    const auto draw_end = [&](int first) {
      for (;;)
        if (const int index = draw(first, axis.index(axis.whole().last)); may_be_end(index)) return index;
    };
    StageIntervals result;
    for (int first = draw_end(axis.index(axis.whole().first));;) {
      const int last = draw_end(first);
      result.push_back({axis.vertical_level(first), axis.vertical_level(last)});
      first = last + 1;
      if (last == axis.index(axis.whole().last) || !may_be_end(first) || draw(0, 4) == 0) break;
    }
    std::shuffle(result.begin(), result.end(), random_);
    return result;
  }

  /// Returns positions in ascending order. Some are equal.
  std::vector<long> positions(const VerticalAxis& axis, int most_points) {
    std::vector<long> result{draw(-3, 3)};
    while (result.size() < axis.splitters().size()) result.push_back(result.back() + draw(0, most_points));
    return result;
  }

private:
  std::mt19937 random_;
};

} // namespace nopal::test
