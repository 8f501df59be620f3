// cos.
// Uses: sin_cos_parts
NOPAL_MATHS nopal_real nopal_cos_of(struct nopal_reduced_angle angle) {
  const struct nopal_pair sine = nopal_sin_parts_of(angle.high, angle.low);
  const struct nopal_pair cosine = nopal_cos_parts_of(angle.high, angle.low);
  const nopal_real size = nopal_choose((angle.quarter & 1) != 0, sine.high + sine.low, cosine.high + cosine.low);
  return nopal_of_bits(nopal_to_bits(size) ^ (((angle.quarter + 1) & 2) << 62));
}

NOPAL_MATHS nopal_real nopal_near_cos(nopal_real x) { return nopal_cos_of(nopal_near_angle_of(x)); }

NOPAL_MATHS nopal_real nopal_cos(nopal_real x) {
  return nopal_choose(nopal_absolute(x) < NOPAL_INFINITY, nopal_cos_of(nopal_reduced_angle_of(x)), NOPAL_NAN);
}
