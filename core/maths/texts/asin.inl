// asin(x), for sizes above 1/2 as pi/2 - acos(x): see asin_parts. Error 0.62 ulp.
// Uses: asin_parts
NOPAL_MATHS nopal_real nopal_asin(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_test large = size > 0.5;
  const struct nopal_pair asin = nopal_asin_parts_of(size, large);
  const struct nopal_pair rest = nopal_fast_sum(nopal_same(NOPAL_EIGHTH * 2.0), asin.high * -2.0);
  const nopal_real y_large = rest.high + nopal_fma(asin.low, nopal_same(-2.0), rest.low + NOPAL_EIGHTH_LOW * 2.0);
  const nopal_real y = nopal_choose(large, y_large, asin.high + asin.low);
  return nopal_choose(size <= 1.0, nopal_with_sign_of(y, x), NOPAL_NAN);
}
