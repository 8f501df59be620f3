// tan: the quotient of sine and cosine of the reduced angle, or of minus cosine and sine, each as a sum of two reals.
// What the rounded quotient leaves is found with a fused multiply-add (T. J. Dekker 1971). Error 0.57 ulp.
// Uses: reduced_angle far_angle sin_cos_parts
NOPAL_MATHS nopal_real nopal_tan_of(struct nopal_reduced_angle angle, nopal_real x) {
  const struct nopal_pair sine = nopal_sin_parts_of(angle.high, angle.low);
  const struct nopal_pair cosine = nopal_cos_parts_of(angle.high, angle.low);
  const nopal_test odd = (angle.n & 1) != 0;
  const struct nopal_pair top =
      nopal_fast_sum(nopal_choose(odd, cosine.high, sine.high), nopal_choose(odd, cosine.low, sine.low));
  const struct nopal_pair bottom =
      nopal_fast_sum(nopal_choose(odd, -sine.high, cosine.high), nopal_choose(odd, -sine.low, cosine.low));
  const nopal_real inverse = 1.0 / bottom.high;
  const nopal_real quotient = top.high * inverse;
  const nopal_real rest = nopal_fma(-quotient, bottom.high, top.high) + nopal_fma(-quotient, bottom.low, top.low);
  const nopal_real y = nopal_fma(rest, inverse, quotient);
  return nopal_choose(x == 0.0, x, y);
}

NOPAL_MATHS nopal_real nopal_near_tan(nopal_real x) { return nopal_tan_of(nopal_near_angle_of(x, 1.0), x); }

NOPAL_MATHS nopal_real nopal_tan(nopal_real x) {
  struct nopal_reduced_angle angle = nopal_near_angle_of(x, 1.0);
  NOPAL_REDUCE_FAR(angle, nopal_far_angle_of, x, NOPAL_IS_NEAR(x));
  return nopal_choose(nopal_absolute(x) < NOPAL_INFINITY, nopal_tan_of(angle, x), NOPAL_NAN);
}
