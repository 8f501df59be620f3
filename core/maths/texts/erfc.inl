// erfc(x) = exp(-x^2) p(t) / (1 + 2 x), t = (x - 4) / (x + 4), from 1/2 on (M. M. Shepherd and J. G. Laframboise 1981);
// 2 - erfc(-x) up to -1/2; between them 1 - erf(x) with the polynomial of erf in x^2.
// Error 0.74 ulp, and 0.8 ulp where the result is denormal.
// Uses: numbers exp_parts scaled
NOPAL_MATHS nopal_real nopal_erfc(nopal_real x) {
  const nopal_real absolute = nopal_absolute(x);
  // Beyond these, the result is 0 or 2 when rounded.
  const nopal_real most = nopal_choose(x < 0.0, nopal_same(6.5), nopal_same(27.5));
  const nopal_real size = nopal_lesser(absolute, most);
  const struct nopal_pair square = nopal_product(size, size);

  nopal_real n = nopal_same(NOPAL_ERFC_NEAR_8);
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_7));
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_6));
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_5));
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_4));
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_3));
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_2));
  n = nopal_fma(n, square.high, nopal_same(NOPAL_ERFC_NEAR_1));
  const struct nopal_pair linear = nopal_product(x, nopal_same(NOPAL_ERFC_NEAR_0));
  const struct nopal_pair one = nopal_fast_difference(nopal_same(1.0), linear.high);
  const nopal_real tail = nopal_fma(x * square.high, n, nopal_fma(x, nopal_same(NOPAL_ERFC_NEAR_0_LOW), linear.low));
  const nopal_real near = one.high + (one.low - tail);

  const struct nopal_exp_parts e = nopal_exp_parts_of(-square.high, -square.low);
  // One division for both quotients
  const nopal_real shifted = size + 4.0;
  const nopal_real shifted_low = size - (shifted - 4.0);
  const nopal_real divisor = nopal_fma(size, nopal_same(2.0), nopal_same(1.0));
  const nopal_real divisor_low = nopal_fma(size, nopal_same(2.0), 1.0 - divisor);
  const nopal_real inverse = 1.0 / (shifted * divisor);
  const nopal_real shifted_inverse = divisor * inverse;
  const nopal_real divisor_inverse = shifted * inverse;
  const nopal_real estimate = (shifted - 8.0) * shifted_inverse;
  const nopal_real missing = nopal_fma(shifted_low, 1.0 - estimate, nopal_fma(-estimate, shifted, shifted - 8.0));
  const nopal_real t = nopal_fma(missing, shifted_inverse, estimate);
  const nopal_real t_low = nopal_fma(missing, shifted_inverse, estimate - t);
  nopal_real q = nopal_same(NOPAL_ERFC_21);
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_20));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_19));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_18));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_17));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_16));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_15));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_14));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_13));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_12));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_11));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_10));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_9));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_8));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_7));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_6));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_5));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_4));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_3));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_2));
  q = nopal_fma(q, t, nopal_same(NOPAL_ERFC_1));
  const nopal_real p = nopal_fma(q, t, nopal_same(NOPAL_ERFC_0));
  // The slope of p, near 1/2 nearly 0.5, needs few digits.
  const nopal_real slope = nopal_fma(t, nopal_same(-0.3), nopal_same(0.1));
  const nopal_real p_low = nopal_fma(t_low, slope, nopal_fma(q, t, NOPAL_ERFC_0 - p) + NOPAL_ERFC_0_LOW);
  const struct nopal_pair top = nopal_product(e.high, p);
  const nopal_real top_low = nopal_fma(e.high, p_low, nopal_fma(e.low, p, top.low));
  const nopal_real quotient = top.high * divisor_inverse;
  const nopal_real rest = nopal_fma(-quotient, divisor, top.high) + nopal_fma(-quotient, divisor_low, top_low);
  const struct nopal_pair sum = nopal_fast_sum(quotient, rest * divisor_inverse);
  const nopal_real y = nopal_scaled(sum.high, e.to_integer);
  const struct nopal_pair difference = nopal_fast_difference(nopal_same(2.0), y);
  const nopal_real of_negative = difference.high + (difference.low - nopal_scaled(sum.low, e.to_integer));
  const nopal_real far = nopal_choose(x < 0.0, of_negative, y);
  return nopal_choose(x == x, nopal_choose(size < 0.5, near, far), NOPAL_NAN);
}
