// Compiled with contraction, unlike all else.
#include "bench/roofline_by_hand.hpp"
#include "bench/vectors.hpp"

namespace bench {

namespace {

// So many chains of operations that each of them has ended before its turn comes again, and their values fit into
// registers.
constexpr int chains = 12;

/// Keeps a value, so that the compiler does not leave out how it was computed.
void keep(Vector value) { asm volatile("" : : "x"(value)); }

double operations(long rounds) { return 2.0 * static_cast<double>(rounds) * chains * width; }

} // namespace

double fused_operations(long rounds) {
  Vector value[chains];
  for (int n = 0; n < chains; ++n) value[n] = all(n);
  // The compiler must not know them, or it leaves out operations.
  Vector factor = all(0.5), summand = all(1.0);
  asm volatile("" : "+x"(factor), "+x"(summand));
  for (long round = 0; round < rounds; ++round)
    for (int n = 0; n < chains; ++n) value[n] = value[n] * factor + summand;
  for (const Vector& each : value) keep(each);
  return operations(rounds);
}

double separate_operations(long rounds) {
  Vector product[chains], sum[chains];
  for (int n = 0; n < chains; ++n) product[n] = sum[n] = all(n);
  Vector factor = all(1.0), summand = all(1.0);
  asm volatile("" : "+x"(factor), "+x"(summand));
  for (long round = 0; round < rounds; ++round)
    for (int n = 0; n < chains; ++n) {
      product[n] = product[n] * factor;
      sum[n] = sum[n] + summand;
    }
  for (const Vector& each : product) keep(each);
  for (const Vector& each : sum) keep(each);
  return operations(rounds);
}

} // namespace bench
