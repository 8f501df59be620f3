// An angle from which multiples of pi/2 or pi are taken off, with pi in three reals (W. J. Cody and W. Waite 1980).
// What is left is high + low: |low| is at most 2^-52, and small beside |high|. From |x| = 2^30 on, far_angle finds it.
// Uses: numbers
#define NOPAL_NEAR 0x1p30
#define NOPAL_IS_NEAR(x) (nopal_absolute(x) < NOPAL_NEAR)

struct nopal_reduced_angle {
  nopal_real high, low;
  nopal_bits n; // the multiple, right in the low bits
};

// x = n u + high + low, |high| <= u/2 (1 + 2^-20), where NOPAL_IS_NEAR(x). u = pi/2 for `quarters` 1, pi for 2. Loops
// over points call forms such as nopal_near_sin first where they can, since branches keep them from vectors
// (core/generator/near_rows.hpp).
NOPAL_MATHS struct nopal_reduced_angle nopal_near_angle_of(nopal_real x, double quarters) {
  struct nopal_reduced_angle angle;
  const nopal_real to_integer = nopal_fma(x, nopal_same(0x1.45f306dc9c883p-1 / quarters), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real n = to_integer - NOPAL_TO_INTEGER;
  angle.n = nopal_to_bits(to_integer);
  // This is exact (S. Boldo, M. Daumas and R.-C. Li 2009): n times the first real is a multiple of 2^-52, and so is x,
  // if n is not 0.
  const nopal_real first = nopal_fma(n, nopal_same(-0x1.921fb54442d18p0 * quarters), x);
  const struct nopal_pair second = nopal_product(n, nopal_same(0x1.1a62633145c07p-54 * quarters));
  // Where `first` is the smaller one, it is a multiple of 2^-52 below 2^-23, and so a multiple of the last bit of
  // `second`: no bit of the difference is lost.
  const struct nopal_pair difference = nopal_fast_difference(first, second.high);
  angle.high = difference.high;
  angle.low = difference.low - nopal_fma(n, nopal_same(-0x1.f1976b7ed8fbcp-110 * quarters), second.low);
  return angle;
}
