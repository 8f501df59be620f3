// exp(x) = 2^k exp(r + s), x = k ln 2 + r + s: r is found exactly, as in exp_reduced, and |s| < 2^-45. r + r^2/2 is in
// two reals, and s times the result comes last. Error 0.53 ulp, and 0.75 ulp
// where the result is denormal.
// Uses: exp_reduced scaled
NOPAL_MATHS nopal_real nopal_exp(nopal_real x) {
  const nopal_real limited = nopal_greater(nopal_same(-746.0), nopal_lesser(nopal_same(710.0), x));
  const nopal_real to_integer = nopal_fma(limited, nopal_same(NOPAL_LOG2_E), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real k = to_integer - NOPAL_TO_INTEGER;
  const nopal_real r = nopal_fma(k, nopal_same(-NOPAL_LN2), limited);
  const nopal_real p = nopal_exp_polynomial(r);
  const nopal_real halved = r * 0.5;
  const nopal_real quadratic = nopal_fma(halved, r, r);
  const struct nopal_pair sum = nopal_fast_sum(nopal_same(1.0), quadratic);
  const nopal_real rest = nopal_fma(r * r * r, p, nopal_fma(halved, r, r - quadratic)) + sum.low;
  const nopal_real y = sum.high + nopal_fma(k * -NOPAL_LN2_LOW, sum.high + rest, rest);
  return nopal_choose(x == x, nopal_scaled(y, to_integer), NOPAL_NAN);
}
