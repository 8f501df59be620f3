// sin. The sign of zero is kept.
// Uses: sin_cos_parts
NOPAL_MATHS nopal_real nopal_sin_of(struct nopal_reduced_angle angle, nopal_real x) {
  const struct nopal_pair sine = nopal_sin_parts_of(angle.high, angle.low);
  const struct nopal_pair cosine = nopal_cos_parts_of(angle.high, angle.low);
  const nopal_real size = nopal_choose((angle.quarter & 1) != 0, cosine.high + cosine.low, sine.high + sine.low);
  const nopal_real y = nopal_of_bits(nopal_to_bits(size) ^ ((angle.quarter & 2) << 62));
  return nopal_choose(x == 0.0, x, y);
}

NOPAL_MATHS nopal_real nopal_near_sin(nopal_real x) { return nopal_sin_of(nopal_near_angle_of(x), x); }

NOPAL_MATHS nopal_real nopal_sin(nopal_real x) {
  return nopal_choose(nopal_absolute(x) < NOPAL_INFINITY, nopal_sin_of(nopal_reduced_angle_of(x), x), NOPAL_NAN);
}
