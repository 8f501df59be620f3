#pragma once
// A number that counts the floating-point operations made with it, and fields of it, for texts of kernels.

#include <cmath>
#include <set>
#include <tuple>
#include <vector>

namespace bench {

/// Each + - * / and sqrt counts as one operation. Changes of sign, comparisons, fabs, min, max and copysign do not
/// count. An operation with the same numbers as one before counts only once, as compilers compute it only once.
class Counted {
public:
  /// The operations since they were last cleared, each with its two numbers.
  static inline std::set<std::tuple<char, double, double>> operations;

  Counted(double value = 0) : value_(value) {} // NOLINT(google-explicit-constructor): kernels mix it with literals

  friend Counted operator+(Counted a, Counted b) { return counted('+', a, b, a.value_ + b.value_); }
  friend Counted operator-(Counted a, Counted b) { return counted('-', a, b, a.value_ - b.value_); }
  friend Counted operator*(Counted a, Counted b) { return counted('*', a, b, a.value_ * b.value_); }
  friend Counted operator/(Counted a, Counted b) { return counted('/', a, b, a.value_ / b.value_); }
  friend Counted sqrt(Counted a) { return counted('s', a, 0, std::sqrt(a.value_)); }
  friend Counted operator-(Counted a) { return -a.value_; }
  friend Counted fabs(Counted a) { return std::fabs(a.value_); }
  friend Counted min(Counted a, Counted b) { return std::fmin(a.value_, b.value_); }
  friend Counted max(Counted a, Counted b) { return std::fmax(a.value_, b.value_); }
  friend Counted copysign(Counted a, Counted b) { return std::copysign(a.value_, b.value_); }
  friend bool operator<(Counted a, Counted b) { return a.value_ < b.value_; }
  friend bool operator>(Counted a, Counted b) { return a.value_ > b.value_; }
  friend bool operator<=(Counted a, Counted b) { return a.value_ <= b.value_; }
  friend bool operator>=(Counted a, Counted b) { return a.value_ >= b.value_; }
  friend bool operator==(Counted a, Counted b) { return a.value_ == b.value_; }

private:
  static Counted counted(char operation, Counted a, Counted b, double value) {
    operations.emplace(operation, a.value_, b.value_);
    return value;
  }

  double value_;
};

/// A cube of such numbers.
class CountedField {
public:
  static constexpr long cells = 24; ///< along each axis

  Counted& operator()(long i, long j, long k) { return values_[static_cast<std::size_t>((k * cells + j) * cells + i)]; }

private:
  std::vector<Counted> values_ = std::vector<Counted>(cells * cells * cells);
};

} // namespace bench
