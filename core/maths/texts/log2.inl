// log2(x) = log(x) / log(2), both in two reals: powers of two are exact. Error 0.51 ulp.
// Uses: log_pair
NOPAL_MATHS nopal_real nopal_log2(nopal_real x) {
  const struct nopal_pair log = nopal_log_pair_of(x);
  const struct nopal_pair quotient = nopal_product(log.high, nopal_same(NOPAL_LOG2_E));
  const nopal_real low =
      nopal_fma(log.low, nopal_same(NOPAL_LOG2_E), nopal_fma(log.high, nopal_same(NOPAL_LOG2_E_LOW), quotient.low));
  const nopal_real special = nopal_choose(x == 0.0, -NOPAL_INFINITY, nopal_choose(x > 0.0, x, NOPAL_NAN));
  return nopal_choose((x > 0.0) & (x < NOPAL_INFINITY), quotient.high + low, special);
}
