#include "compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

namespace nopal::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), least_normal = 0x1p-1022;

double ulp_of(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, std::max(exponent - 53, -1074));
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// A result of MPFR and what it is as a double.
class Exact {
public:
  Exact() {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_inits2(53, first_, second_, static_cast<mpfr_ptr>(nullptr));
    mpfr_inits2(180, value_, difference_, static_cast<mpfr_ptr>(nullptr));
  }
  ~Exact() { mpfr_clears(first_, second_, value_, difference_, static_cast<mpfr_ptr>(nullptr)); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;

  double of(const Case& of, double a, double b) {
    mpfr_set_d(first_, a, MPFR_RNDN);
    mpfr_set_d(second_, b, MPFR_RNDN);
    of.one != nullptr ? of.one(value_, first_, MPFR_RNDN) : of.two(value_, first_, second_, MPFR_RNDN);
    return mpfr_get_d(value_, MPFR_RNDN);
  }
  /// The distance of `found` from the last result, in ulp of the latter.
  double error(double found, double rounded) {
    mpfr_sub_d(difference_, value_, found, MPFR_RNDN);
    mpfr_div_d(difference_, difference_, ulp_of(rounded), MPFR_RNDN);
    return std::fabs(mpfr_get_d(difference_, MPFR_RNDN));
  }

private:
  mpfr_t first_, second_, value_, difference_;
};

/// Whether a result may stand where the exact one is infinite, zero or no number, or the result is not finite.
bool is_right_special(double found, double wanted) {
  if (std::isnan(wanted)) return std::bit_cast<std::uint64_t>(found) == 0x7ff8000000000000;
  if (same_bits(found, wanted)) return true;
  // Near the largest and the smallest real, an error of an ulp may end in infinity or zero.
  constexpr double largest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  return !std::isnan(found) && std::signbit(found) == std::signbit(wanted) &&
         ((std::fabs(wanted) >= largest && std::fabs(found) >= largest) ||
          (std::fabs(wanted) <= least && std::fabs(found) <= least));
}

void note(Worst::At& worst, double error, double a, double b) {
  if (error > worst.error) worst = {error, a, b};
}

} // namespace

void Mistakes::add(const char* name, double a, double b, double found, double wanted, const std::string& what) {
  if (++number_ <= 20) std::printf("%s(%a, %a) = %a, not %a: %s\n", name, a, b, found, wanted, what.c_str());
}

Worst compare(const Case& of, std::size_t function, const std::vector<double>& a, const std::vector<double>& b,
              Mistakes& mistakes) {
  std::vector<std::vector<double>> found;
  for (const Form& form : forms()) {
    found.emplace_back(a.size());
    form.compute(function, a.data(), b.empty() ? nullptr : b.data(), found.back().data(), static_cast<long>(a.size()));
  }
  Worst worst;
  Exact exact;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double second = b.empty() ? 0.0 : b[i], value = found[0][i];
    for (std::size_t f = 1; f < found.size(); ++f)
      if (!same_bits(value, found[f][i]))
        mistakes.add(of.name, a[i], second, found[f][i], value, "other bits " + forms()[f].name);
    const double wanted = exact.of(of, a[i], second);
    if (!std::isfinite(wanted) || wanted == 0.0 || !std::isfinite(value)) {
      if (!is_right_special(value, wanted)) mistakes.add(of.name, a[i], second, value, wanted, "special value");
      continue;
    }
    const double error = exact.error(value, wanted);
    const bool normal = std::fabs(wanted) >= least_normal;
    note(normal ? worst.normal : worst.denormal, error, a[i], second);
    if (error > (normal ? of.most : of.most_denormal))
      mistakes.add(of.name, a[i], second, value, wanted, "a larger error than stated");
  }
  return worst;
}

namespace {

/// Values at the arguments and at others.
struct Pairs {
  const Case& of;
  std::size_t function;
  const std::vector<double>&a, &b;
  std::vector<double> of_a = std::vector<double>(a.size()), other = of_a, of_other = of_a;

  void run(const std::vector<double>& first, const std::vector<double>& second, std::vector<double>& result) const {
    forms()[0].compute(function, first.data(), second.empty() ? nullptr : second.data(), result.data(),
                       static_cast<long>(first.size()));
  }
  double second(std::size_t i) const { return b.empty() ? 1.0 : b[i]; }
};

void compare_mirrored(Pairs& pairs, Mistakes& mistakes) {
  std::transform(pairs.a.begin(), pairs.a.end(), pairs.other.begin(), [](double x) { return -x; });
  pairs.run(pairs.other, pairs.b, pairs.of_other);
  for (std::size_t i = 0; i < pairs.a.size(); ++i) {
    const double mirrored = pairs.of.symmetry == Symmetry::odd ? -pairs.of_a[i] : pairs.of_a[i];
    if (!std::isnan(mirrored) && !same_bits(pairs.of_other[i], mirrored))
      mistakes.add(pairs.of.name, pairs.other[i], pairs.second(i), pairs.of_other[i], mirrored, "symmetry");
  }
}

void compare_neighbours(Pairs& pairs, Mistakes& mistakes) {
  const Order order = pairs.of.order;
  std::transform(pairs.a.begin(), pairs.a.end(), pairs.other.begin(), [&](double x) {
    return std::nextafter(x, order == Order::growing ? std::copysign(infinity, x) : infinity);
  });
  pairs.run(pairs.other, pairs.b, pairs.of_other);
  for (std::size_t i = 0; i < pairs.a.size(); ++i) {
    const double here = pairs.of_a[i], next = pairs.of_other[i];
    if (std::fabs(pairs.a[i]) < pairs.of.ordered_to && pairs.second(i) > 0.0 &&
        (order == Order::decreasing ? next > here : next < here))
      mistakes.add(pairs.of.name, pairs.other[i], pairs.second(i), next, here, "order of neighbours");
  }
}

void compare_exchanged(Pairs& pairs, Mistakes& mistakes) {
  pairs.run(pairs.b, pairs.a, pairs.of_other);
  for (std::size_t i = 0; i < pairs.a.size(); ++i)
    if (!same_bits(pairs.of_other[i], pairs.of_a[i]))
      mistakes.add(pairs.of.name, pairs.b[i], pairs.a[i], pairs.of_other[i], pairs.of_a[i], "exchange of arguments");
}

} // namespace

void compare_properties(const Case& of, std::size_t function, const std::vector<double>& a,
                        const std::vector<double>& b, Mistakes& mistakes) {
  Pairs pairs{of, function, a, b};
  pairs.run(a, b, pairs.of_a);
  if (of.symmetry != Symmetry::none) compare_mirrored(pairs, mistakes);
  if (of.order != Order::none) compare_neighbours(pairs, mistakes);
  if (of.commutes) compare_exchanged(pairs, mistakes);
}

Worst compare_special(const Case& of, std::size_t function, Mistakes& mistakes) {
  std::vector<double> sizes = {0.0,
                               infinity,
                               NAN,
                               0x1p-1074,
                               least_normal,
                               1.79e308,
                               0.5,
                               1.0,
                               2.0,
                               2.5,
                               3.0,
                               0x1.fffffffffffffp-1,
                               0x1p53,
                               0x1p70,
                               1e10,
                               0x1p-28,
                               0x1p-1023,
                               0x1.0000000000001p0,
                               0x1.fffffffffffffp52,
                               0x1.ffffffffffffep51};
  std::vector<double> special, a, b;
  for (const double size : sizes) special.insert(special.end(), {size, -size});
  for (const double p : special)
    for (std::size_t j = 0; j < (of.two != nullptr ? special.size() : 1); ++j) {
      a.push_back(p);
      if (of.two != nullptr) b.push_back(special[j]);
    }
  compare_properties(of, function, a, b, mistakes);
  return compare(of, function, a, b, mistakes);
}

} // namespace nopal::test
