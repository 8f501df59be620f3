// sin x = (-1)^n sin(high + low), x = n pi + high + low. As in reduced_angle, pi is in three reals. The sign of zero is
// kept.
// Uses: half_turn far_angle
NOPAL_MATHS struct nopal_reduced_angle nopal_near_sin_angle(nopal_real x) {
  struct nopal_reduced_angle angle;
  const nopal_real to_integer = nopal_fma(x, nopal_same(0x1.45f306dc9c883p-2), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real n = to_integer - NOPAL_TO_INTEGER;
  angle.n = nopal_to_bits(to_integer);
  const nopal_real first = nopal_fma(n, nopal_same(-0x1.921fb54442d18p1), x);
  const struct nopal_pair second = nopal_product(n, nopal_same(0x1.1a62633145c07p-53));
  const struct nopal_pair difference = nopal_fast_difference(first, second.high);
  angle.high = difference.high;
  angle.low = difference.low - nopal_fma(n, nopal_same(-0x1.f1976b7ed8fbcp-109), second.low);
  return angle;
}

NOPAL_MATHS nopal_real nopal_near_sin(nopal_real x) {
  return nopal_choose(x == 0.0, x, nopal_sin_of_turns(nopal_near_sin_angle(x)));
}

NOPAL_MATHS nopal_real nopal_sin(nopal_real x) {
  struct nopal_reduced_angle angle = nopal_near_sin_angle(x);
  NOPAL_REDUCE_FAR(angle, nopal_far_even_turns, x, NOPAL_IS_NEAR(x));
  const nopal_real y = nopal_choose(x == 0.0, x, nopal_sin_of_turns(angle));
  return nopal_choose(nopal_absolute(x) < NOPAL_INFINITY, y, NOPAL_NAN);
}
