// atan2(y, x): the angle of atan_parts, mirrored where x < 0. Both sizes are scaled by a power of two, so that the
// larger one is near 2^500 and no quotient that counts is lost. Error 0.62 ulp. Uses: atan_parts
NOPAL_MATHS nopal_real nopal_atan2(nopal_real y, nopal_real x) {
  const nopal_real size_x = nopal_absolute(x), size_y = nopal_absolute(y);
  const nopal_test far_x = size_x == NOPAL_INFINITY, far_y = size_y == NOPAL_INFINITY;
  const nopal_real larger = nopal_choose(size_x > size_y, size_x, size_y);
  // The factor 2^(500 - e) for larger = 2^e m has the exponent 2046 - (e + 1023) + 500 + 1023 as a product of two
  // reals.
  const nopal_bits exponent = nopal_to_bits(larger) >> 52;
  const nopal_real half_way = nopal_of_bits(((3569 - exponent) >> 1) << 52);
  const nopal_real rest = nopal_of_bits(((3569 - exponent) - ((3569 - exponent) >> 1)) << 52);
  const nopal_real scaled_x = size_x * half_way * rest, scaled_y = size_y * half_way * rest;
  // An infinite size stands for one that is larger than any other. Where both are 0 or infinite, the quotient is 0
  // or 1.
  const nopal_real b =
      nopal_choose(far_x | (larger == 0.0), nopal_same(1.0), nopal_choose(far_y, nopal_same(0.0), scaled_x));
  const nopal_real a = nopal_choose(far_y, nopal_same(1.0), nopal_choose(far_x, nopal_same(0.0), scaled_y));
  const struct nopal_pair atan = nopal_atan_parts_of(a, b);
  const nopal_test left = nopal_with_sign_of(nopal_same(1.0), x) < 0.0;
  const struct nopal_pair mirrored = nopal_fast_sum(nopal_same(NOPAL_PI), -atan.high);
  const nopal_real angle =
      nopal_choose(left, mirrored.high + (mirrored.low + (NOPAL_PI_LOW - atan.low)), atan.high + atan.low);
  return nopal_choose((x == x) & (y == y), nopal_with_sign_of(angle, y), NOPAL_NAN);
}
