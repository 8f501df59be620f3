// atanh(x) = log((1 + x) / (1 - x)) / 2 (Abramowitz & Stegun 1964, 4.6.22). With K = 2^-k so that K (1 + x) and 1 - x
// are within 3/2 of each other, it is k ln(2)/2 + atanh of the quotient of K (1 + x) - (1 - x), which is exact, and
// K (1 + x) + (1 - x): one division. k is 0 up to x = 1/6, and the quotient is x. Error 0.62 ulp.
// Uses: log_of_quotient
NOPAL_MATHS nopal_real nopal_atanh(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const struct nopal_pair above = nopal_fast_sum(nopal_same(1.0), size);
  const struct nopal_pair below = nopal_fast_difference(nopal_same(1.0), size);
  // The bits of a real are almost linear in its logarithm, so that their difference, rounded, is k.
  const nopal_bits difference = nopal_to_bits(above.high) - nopal_to_bits(below.high);
  const nopal_bits k = (difference + 0x8000000000000) >> 52;
  const nopal_real scale = nopal_of_bits((1023 - k) << 52);
  const nopal_real scaled_low = above.low * scale;
  const nopal_test near = k == 0;
  struct nopal_pair top;
  top.high = nopal_fma(above.high, scale, -below.high);
  struct nopal_pair bottom = nopal_fast_sum(below.high * 2.0, top.high);
  bottom.low = bottom.low + (scaled_low + below.low);
  top.high = nopal_choose(near, size * 2.0, top.high);
  top.low = nopal_choose(near, nopal_same(0.0), scaled_low - below.low);
  // An integer below 2^52 in the low bits of the real 2^52 + integer.
  const nopal_real k_real = nopal_of_bits(k | 0x4330000000000000) - 0x1p52;
  const struct nopal_pair log = nopal_log_of_quotient(k_real, top, bottom, 1.0 / bottom.high);
  const nopal_real y = nopal_with_sign_of((log.high + log.low) * 0.5, x);
  const nopal_real special = nopal_choose(size == 1.0, nopal_with_sign_of(NOPAL_INFINITY, x), NOPAL_NAN);
  return nopal_choose(size < 1.0, y, special);
}
