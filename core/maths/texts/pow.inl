// pow(x, y) = exp(y log |x|), with y log |x| in two reals (J.-M. Muller et al., Handbook of Floating-Point Arithmetic,
// 2018, on elementary functions). Special values are those of C's Annex F. Error 0.53 ulp.
// Uses: log_pair exp_parts scaled_sum
NOPAL_MATHS nopal_real nopal_pow(nopal_real x, nopal_real y) {
  const nopal_real size = nopal_absolute(x);
  const struct nopal_pair log = nopal_log_pair_of(size);
  const nopal_real log_high =
      nopal_choose(size == 0.0, -NOPAL_INFINITY, nopal_choose(size < NOPAL_INFINITY, log.high, NOPAL_INFINITY));
  // No log of a real but log 1 is below 2^-53 in size, so 2^70 stands for all that is larger.
  const nopal_real limited_y = nopal_greater(nopal_same(-0x1p70), nopal_lesser(nopal_same(0x1p70), y));
  const nopal_real product = limited_y * log_high;
  const nopal_real low = nopal_fma(limited_y, log.low, nopal_fma(limited_y, log.high, -product));
  const nopal_real limited = nopal_greater(nopal_same(-746.0), nopal_lesser(nopal_same(710.0), product));
  const struct nopal_exp_parts e = nopal_exp_parts_of(limited, nopal_choose(limited == product, low, nopal_same(0.0)));
  const nopal_real power = nopal_scaled_sum(e.high, e.low, e.to_integer);
  // y less the nearest multiple of 2: 0 where y is even, 1 or -1 where it is odd. Reals from 2^53 on are even.
  const nopal_real size_of_y = nopal_lesser(nopal_absolute(y), nopal_same(0x1p53));
  const nopal_real rest = nopal_absolute(size_of_y - ((size_of_y + 0x1p53) - 0x1p53));
  const nopal_real with_sign = nopal_choose(rest == 1.0, nopal_with_sign_of(power, x), power);
  const nopal_test no_number =
      ((x < 0.0) & (size < NOPAL_INFINITY) & (rest != 0.0) & (rest != 1.0)) | (x != x) | (y != y);
  return nopal_choose((x == 1.0) | (y == 0.0), nopal_same(1.0), nopal_choose(no_number, NOPAL_NAN, with_sign));
}
