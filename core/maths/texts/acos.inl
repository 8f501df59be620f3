// acos(x) = pi/2 - asin(x) for sizes up to 1/2, else twice the result of asin_parts, or pi - that. Error 0.60 ulp.
// Uses: asin_parts
NOPAL_MATHS nopal_real nopal_acos(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_test large = size > 0.5;
  const struct nopal_pair asin = nopal_asin_parts_of(size, large);
  const nopal_bits sign = nopal_to_bits(x) & 0x8000000000000000;
  const nopal_real factor = nopal_of_bits(nopal_to_bits(nopal_choose(large, nopal_same(2.0), nopal_same(-1.0))) ^ sign);
  // 0, 1 or 2
  const nopal_real quarters =
      1.0 - nopal_of_bits(nopal_to_bits(nopal_choose(large, nopal_same(1.0), nopal_same(0.0))) ^ sign);
  const struct nopal_pair sum = nopal_fast_sum(quarters * (NOPAL_EIGHTH * 2.0), factor * asin.high);
  const nopal_real base_low = nopal_fma(quarters, nopal_same(NOPAL_EIGHTH_LOW * 2.0), sum.low);
  return nopal_choose(size <= 1.0, sum.high + nopal_fma(factor, asin.low, base_low), NOPAL_NAN);
}
