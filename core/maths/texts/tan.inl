// tan as the quotient of the sine and the cosine of the reduced angle, each in two reals. Error 0.56 ulp.
// Uses: sin_cos_parts
NOPAL_MATHS nopal_real nopal_tan(nopal_real x) {
  const struct nopal_reduced_angle angle = nopal_reduced_angle_of(x);
  const struct nopal_pair sine_parts = nopal_sin_parts_of(angle.high, angle.low);
  const struct nopal_pair cosine_parts = nopal_cos_parts_of(angle.high, angle.low);
  const struct nopal_pair sine = nopal_fast_sum(sine_parts.high, sine_parts.low);
  const struct nopal_pair cosine = nopal_fast_sum(cosine_parts.high, cosine_parts.low);
  // tan(r + pi/2) = -cos(r) / sin(r)
  const nopal_test odd = (angle.quarter & 1) != 0;
  const nopal_real above = nopal_choose(odd, -cosine.high, sine.high);
  const nopal_real above_low = nopal_choose(odd, -cosine.low, sine.low);
  const nopal_real below = nopal_choose(odd, sine.high, cosine.high);
  const nopal_real below_low = nopal_choose(odd, sine.low, cosine.low);
  const nopal_real inverse = 1.0 / below;
  const nopal_real quotient = above * inverse;
  const nopal_real rest = nopal_fma(-quotient, below, above) + nopal_fma(-quotient, below_low, above_low);
  const nopal_real y = nopal_fma(rest, inverse, quotient);
  return nopal_choose(nopal_absolute(x) < NOPAL_INFINITY, nopal_choose(x == 0.0, x, y), NOPAL_NAN);
}
