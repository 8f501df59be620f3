// log2(x) = k + (2 / ln 2) atanh(s): see log_reduced. The factor is in two reals and part of the coefficients of the
// polynomial. Powers of two are exact. Error 0.58 ulp.
// Uses: log_reduced
NOPAL_MATHS nopal_real nopal_log2(nopal_real x) {
  const struct nopal_log_reduced r = nopal_log_reduce(x);
  const nopal_real z = r.s * r.s;
  nopal_real p = nopal_same(NOPAL_LOG2_7);
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG2_0));
  const struct nopal_pair linear = nopal_product(r.s, nopal_same(NOPAL_LOG2_FACTOR));
  const struct nopal_pair sum = nopal_fast_sum(r.k, linear.high);
  const nopal_real linear_low =
      nopal_fma(r.s_low, nopal_same(NOPAL_LOG2_FACTOR), nopal_fma(r.s, nopal_same(NOPAL_LOG2_FACTOR_LOW), linear.low));
  return nopal_log_for_all(x, sum.high + (sum.low + nopal_fma(r.s * z, p, linear_low)));
}
