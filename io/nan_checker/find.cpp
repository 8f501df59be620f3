#include "find.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace nopal::nan_checker {

namespace {

std::array<double, 2> parts(double value) { return {value, 0.0}; }
std::array<double, 2> parts(const std::complex<double>& value) { return {value.real(), value.imag()}; }

template <class T> bool is_finite(const T& value) {
  const auto [real, imaginary] = parts(value);
  return std::isfinite(real) && std::isfinite(imaginary);
}

void count(const std::array<double, 2>& value, Found& found) {
  if (std::isnan(value[0]) || std::isnan(value[1]))
    ++found.nan;
  else
    ++((std::isinf(value[0]) ? value[0] : value[1]) > 0 ? found.plus_infinity : found.minus_infinity);
}

/// Calls `look` for each value that is not finite, until `look` returns false. Returns false if it did so.
template <class T, class Look> bool each(const Field<const T>& field, const Box& box, Look&& look) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i)
        if (const T& value = field(i, j, k); !is_finite(value) && !look(Index{i, j, k}, value)) return false;
  return true;
}

template <class T> void note(const Index& at, const T& value, std::size_t most_points, int rank, Found& found) {
  count(parts(value), found);
  found.box = hull(found.box, {at, {at[0] + 1, at[1] + 1, at[2] + 1}});
  if (found.first.size() < most_points) found.first.push_back({at, parts(value), rank});
}

} // namespace

bool before(const Point& a, const Point& b) {
  return std::tie(a.at[2], a.at[1], a.at[0]) < std::tie(b.at[2], b.at[1], b.at[0]);
}

void Found::merge(const Found& other, std::size_t most_points) {
  nan += other.nan;
  plus_infinity += other.plus_infinity;
  minus_infinity += other.minus_infinity;
  box = hull(box, other.box);
  const auto middle = static_cast<std::ptrdiff_t>(first.size());
  first.insert(first.end(), other.first.begin(), other.first.end());
  std::inplace_merge(first.begin(), first.begin() + middle, first.end(), before);
  if (first.size() > most_points) first.resize(most_points);
}

template <class T> Found find(const Field<const T>& field, const Box& box, std::size_t most_points, int rank) {
  Found found;
  each(field, box, [&](const Index& at, const T& value) {
    note(at, value, most_points, rank, found);
    return true;
  });
  return found;
}

template <class T>
Found find(const Field<const T>& field, const LocalSet& set, int components, std::size_t most_points, int rank) {
  std::vector<std::pair<std::int64_t, long>> wrong; // elements with values that are not finite: global, local number
  each(field, {{0, 0, 0}, {components, set.owned, 1}}, [&](const Index& at, const T&) {
    const std::int64_t number = set.numbers[static_cast<std::size_t>(at[1])];
    if (wrong.empty() || wrong.back().first != number) wrong.emplace_back(number, at[1]);
    return true;
  });
  std::ranges::sort(wrong);
  Found found;
  for (const auto& [number, local] : wrong)
    for (int c = 0; c < components; ++c)
      if (const T& value = field(c, local); !is_finite(value)) note({c, number, 0}, value, most_points, rank, found);
  return found;
}

template <class T> bool finds_any(const Field<const T>& field, const Box& box) {
  return !each(field, box, [](const Index&, const T&) { return false; });
}

template Found find(const Field<const double>&, const Box&, std::size_t, int);
template Found find(const Field<const std::complex<double>>&, const Box&, std::size_t, int);
template Found find(const Field<const double>&, const LocalSet&, int, std::size_t, int);
template bool finds_any(const Field<const double>&, const Box&);
template bool finds_any(const Field<const std::complex<double>>&, const Box&);

} // namespace nopal::nan_checker
