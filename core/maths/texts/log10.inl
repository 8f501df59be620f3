// log10(x) = k log10(2) + (2 / ln 10) atanh(s): see log2 and log_reduced. Error 0.55 ulp.
// Uses: log_reduced
NOPAL_MATHS nopal_real nopal_log10(nopal_real x) {
  const struct nopal_log_reduced r = nopal_log_reduce(x);
  const nopal_real z = r.s * r.s;
  nopal_real p = nopal_same(NOPAL_LOG10_7);
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG10_0));
  const struct nopal_pair linear = nopal_product(r.s, nopal_same(NOPAL_LOG10_FACTOR));
  const struct nopal_pair sum = nopal_fast_sum(r.k * NOPAL_LOG10_OF_2, linear.high);
  const nopal_real linear_low = nopal_fma(r.s_low, nopal_same(NOPAL_LOG10_FACTOR),
                                          nopal_fma(r.s, nopal_same(NOPAL_LOG10_FACTOR_LOW), linear.low));
  const nopal_real low = nopal_fma(r.s * z, p, nopal_fma(r.k, nopal_same(NOPAL_LOG10_OF_2_LOW), linear_low));
  return nopal_log_for_all(x, sum.high + (sum.low + low));
}
