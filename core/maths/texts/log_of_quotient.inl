// k ln 2 + 2 atanh(top / bottom), as in log_parts, of |top / bottom| <= 0.2 in two reals each and 1 / bottom with about
// a real's digits, from which the rounding of the quotient is found (T. J. Dekker 1971). Relative error of the pair:
// 2^-57.
// Uses: numbers
NOPAL_MATHS struct nopal_pair nopal_log_of_quotient(nopal_real k, struct nopal_pair top, struct nopal_pair bottom,
                                                    nopal_real inverse) {
  const nopal_real s = top.high * inverse;
  const nopal_real rest = nopal_fma(-s, bottom.high, top.high) + nopal_fma(-s, bottom.low, top.low);
  const nopal_real z = s * s;
  nopal_real p = nopal_same(NOPAL_ATANH_7);
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATANH_0));
  const nopal_real s_low = rest * inverse;
  struct nopal_pair log = nopal_fast_sum(k * NOPAL_SHORT_LN2, s * 2.0);
  log.low = log.low + nopal_fma(s * z, p, nopal_fma(nopal_same(2.0), s_low, k * NOPAL_SHORT_LN2_LOW));
  return log;
}
