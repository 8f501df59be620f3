// cos x = (-1)^n sin(high + low), |x| = (n + 1/2) pi - high - low. As in reduced_angle, pi is in three reals.
// Uses: reduced_angle far_angle half_turn

// x >= 0
NOPAL_MATHS struct nopal_reduced_angle nopal_near_cos_angle(nopal_real x) {
  struct nopal_reduced_angle angle;
  const nopal_real to_integer = nopal_fma(x, nopal_same(0x1.45f306dc9c883p-2), nopal_same(-0.5)) + NOPAL_TO_INTEGER;
  const nopal_real n = (to_integer - NOPAL_TO_INTEGER) + 0.5;
  angle.n = nopal_to_bits(to_integer);
  const nopal_real first = nopal_fma(n, nopal_same(0x1.921fb54442d18p1), -x);
  // Only for x < 1 is `first` rounded: n is 1/2 then.
  const nopal_real lost = nopal_fma(n, nopal_same(0x1.921fb54442d18p1), -first) - x;
  const struct nopal_pair second = nopal_product(n, nopal_same(0x1.1a62633145c07p-53));
  const struct nopal_pair sum = nopal_fast_sum(first, second.high);
  angle.high = sum.high;
  angle.low = (sum.low + lost) + nopal_fma(n, nopal_same(-0x1.f1976b7ed8fbcp-109), second.low);
  return angle;
}

NOPAL_MATHS nopal_real nopal_near_cos(nopal_real x) {
  return nopal_sin_of_turns(nopal_near_cos_angle(nopal_absolute(x)));
}

NOPAL_MATHS nopal_real nopal_cos(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  struct nopal_reduced_angle angle = nopal_near_cos_angle(size);
  NOPAL_REDUCE_FAR(angle, nopal_far_odd_turns, size, NOPAL_IS_NEAR(size));
  return nopal_choose(size < NOPAL_INFINITY, nopal_sin_of_turns(angle), NOPAL_NAN);
}
