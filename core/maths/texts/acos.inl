// acos(x) = pi/2 - asin(x), and 2 asin(s) or pi - 2 asin(s) for sizes of 1/2 and more: see asin_parts. Error 0.58 ulp.
// Uses: asin_parts
NOPAL_MATHS nopal_real nopal_acos(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const struct nopal_asin_parts parts = nopal_asin_parts_of(size);
  const nopal_test left = x < 0.0;
  const nopal_test large = size > 0.5;
  // base - factor (high + low + tail)
  const nopal_real factor = nopal_choose(large, nopal_choose(left, nopal_same(2.0), nopal_same(-2.0)),
                                         nopal_choose(left, nopal_same(-1.0), nopal_same(1.0)));
  const nopal_real base =
      nopal_choose(large, nopal_choose(left, nopal_same(NOPAL_PI), nopal_same(0.0)), nopal_same(NOPAL_ATAN_INFINITY));
  const nopal_real base_low = nopal_choose(large, nopal_choose(left, nopal_same(NOPAL_PI_LOW), nopal_same(0.0)),
                                           nopal_same(NOPAL_ATAN_INFINITY_LOW));
  const struct nopal_pair sum = nopal_fast_sum(base, -(factor * parts.high));
  const nopal_real y = sum.high + nopal_fma(-factor, parts.tail + parts.low, sum.low + base_low);
  return nopal_choose(size <= 1.0, y, NOPAL_NAN);
}
