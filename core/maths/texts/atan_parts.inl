// Angles from 0 to pi: start pi/4 + atan(q) or start pi/4 - atan(q), q = smaller / larger. From q = sqrt 2 - 1 on,
// atan(q) = pi/4 + atan((q - 1) / (q + 1)), so that the polynomial is for sizes up to sqrt 2 - 1 (W. J. Cody and W.
// Waite 1980). What the rounded quotient leaves is found with a fused multiply-add (T. J. Dekker 1971). Error 0.60
// ulp.
// Uses: numbers

// 0 <= smaller <= larger; larger of 2^-900 to 2^1000. `flip` is the bit of the sign: set where atan is subtracted.
NOPAL_MATHS nopal_real nopal_angle_of(nopal_real smaller, nopal_real larger, nopal_real start, nopal_bits flip) {
  const nopal_test near = smaller > larger * 0x1.a827999fcef32p-2;
  const struct nopal_pair difference = nopal_fast_sum(-larger, smaller);
  const struct nopal_pair sum = nopal_fast_sum(larger, smaller);
  const nopal_real top = nopal_of_bits(nopal_to_bits(nopal_choose(near, difference.high, smaller)) ^ flip);
  const nopal_real top_low = nopal_of_bits(nopal_to_bits(nopal_choose(near, difference.low, nopal_same(0.0))) ^ flip);
  const nopal_real bottom = nopal_choose(near, sum.high, larger);
  const nopal_real bottom_low = nopal_choose(near, sum.low, nopal_same(0.0));
  const nopal_real eighths =
      start + nopal_of_bits(nopal_to_bits(nopal_choose(near, nopal_same(1.0), nopal_same(0.0))) ^ flip);
  const nopal_real inverse = 1.0 / bottom;
  const nopal_real t = top * inverse;
  const nopal_real t_low = (nopal_fma(-t, bottom, top) + nopal_fma(-t, bottom_low, top_low)) * inverse;
  const nopal_real z = t * t;
  nopal_real p = nopal_same(NOPAL_ATAN_11);
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_10));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_9));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_8));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_7));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_0));
  const nopal_real cube = t * z;
  const nopal_real cube_low = nopal_fma(t, z, -cube);
  // The derivative of atan is about 1 - z + z^2.
  const nopal_real change = nopal_fma(nopal_fma(z, z, -z), t_low, t_low);
  const nopal_real low = nopal_fma(eighths, nopal_same(NOPAL_EIGHTH_LOW), change);
  const struct nopal_pair angle = nopal_fast_sum(eighths * NOPAL_EIGHTH, t);
  return angle.high + nopal_fma(cube, p, angle.low + nopal_fma(cube_low, p, low));
}
