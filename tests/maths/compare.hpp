#pragma once
// Compares a function with MPFR, and its forms with each other.

#include "cases.hpp"
#include "forms.hpp"

namespace nopal::test {

/// The largest errors in ulp, and where they are. Where a result is denormal, an ulp is the smallest real.
struct Worst {
  struct At {
    double error = 0.0, a = 0.0, b = 0.0;
  };
  At normal, denormal;
};

/// Counts the mistakes of all functions, and prints the first 20.
class Mistakes {
public:
  void add(const char* name, double a, double b, double found, double wanted, const std::string& what);
  int number() const { return number_; }

private:
  int number_ = 0;
};

/// Compares a function with MPFR, and its other forms with that for one real. `function`: its place in
/// NOPAL_MATHS_FUNCTIONS. `b` is empty for functions of one real. The number of arguments is a multiple of 8.
Worst compare(const Case& of, std::size_t function, const std::vector<double>& a, const std::vector<double>& b,
              Mistakes& mistakes);

/// Compares f(-x), f(the next real) and f(b, a) with f(x), as the case says.
void compare_properties(const Case& of, std::size_t function, const std::vector<double>& a,
                        const std::vector<double>& b, Mistakes& mistakes);

/// Compares all pairs of special values.
Worst compare_special(const Case& of, std::size_t function, Mistakes& mistakes);

} // namespace nopal::test
