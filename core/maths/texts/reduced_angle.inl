// x = n pi/2 + high + low, |high| <= pi/4 (1 + 2^-20), for finite x. Cody and Waite (1980) with pi/2 in three reals;
// the first step is exact with a fused multiply-add (Boldo, Daumas, Li 2009): n times the first real is a multiple of
// 2^-52, and so is x, if n is not 0.
// Uses: numbers angle far_angle

// Right where NOPAL_IS_NEAR(x). Loops over points call nopal_near_tan first where they can, since branches keep them
// from vectors (core/generator/near_rows.hpp).
NOPAL_MATHS struct nopal_reduced_angle nopal_near_angle_of(nopal_real x) {
  struct nopal_reduced_angle angle;
  const nopal_real to_integer = nopal_fma(x, nopal_same(0x1.45f306dc9c883p-1), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real n = to_integer - NOPAL_TO_INTEGER;
  angle.n = nopal_to_bits(to_integer);
  const nopal_real first = nopal_fma(n, nopal_same(-0x1.921fb54442d18p0), x);
  const struct nopal_pair second = nopal_product(n, nopal_same(0x1.1a62633145c07p-54));
  // Where `first` is the smaller one, it is a multiple of 2^-52 below 2^-24, and so a multiple of the last bit of
  // `second`: no bit of the sum is lost.
  const struct nopal_pair difference = nopal_fast_difference(first, second.high);
  angle.high = difference.high;
  angle.low = difference.low - nopal_fma(n, nopal_same(-0x1.f1976b7ed8fbcp-110), second.low);
  return angle;
}

NOPAL_MATHS struct nopal_reduced_angle nopal_reduced_angle_of(nopal_real x) {
  struct nopal_reduced_angle angle = nopal_near_angle_of(x);
  NOPAL_REDUCE_FAR(angle, nopal_far_angle_of, x, NOPAL_IS_NEAR(x));
  return angle;
}
