// asin: see asin_parts. Error 0.61 ulp.
// Uses: asin_parts
NOPAL_MATHS nopal_real nopal_asin(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const struct nopal_asin_parts parts = nopal_asin_parts_of(size);
  const struct nopal_pair rest = nopal_fast_sum(nopal_same(NOPAL_ATAN_INFINITY), parts.high * -2.0);
  const nopal_real large =
      rest.high + nopal_fma(nopal_same(-2.0), parts.tail + parts.low, rest.low + NOPAL_ATAN_INFINITY_LOW);
  const nopal_real y = nopal_choose(size > 0.5, large, parts.high + parts.tail);
  return nopal_choose(size <= 1.0, nopal_with_sign_of(y, x), NOPAL_NAN);
}
