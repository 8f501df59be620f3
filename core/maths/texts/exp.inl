// exp(x) = 2^k exp(r), x = k ln 2 + r, as exp_reduced begins: r.high is exact. 1 + r.high + r.high^2/2 is in two reals,
// and r.low times the result comes last. Error 0.53 ulp, and 0.75 ulp where the result is denormal.
// Uses: exp_reduced scaled
NOPAL_MATHS nopal_real nopal_exp(nopal_real x) {
  const nopal_real limited = nopal_greater(nopal_same(-746.0), nopal_lesser(nopal_same(710.0), x));
  const struct nopal_exp_reduced reduced = nopal_exp_begin(limited);
  const nopal_real r = reduced.r.high;
  const nopal_real p = nopal_exp_polynomial(r);
  const nopal_real halved = r * 0.5;
  const nopal_real quadratic = nopal_fma(halved, r, r);
  const struct nopal_pair sum = nopal_fast_sum(nopal_same(1.0), quadratic);
  const nopal_real rest = nopal_fma(r * r * r, p, nopal_fma(halved, r, r - quadratic)) + sum.low;
  const nopal_real y = sum.high + nopal_fma(reduced.r.low, sum.high + rest, rest);
  return nopal_choose(x == x, nopal_scaled(y, reduced.to_integer), NOPAL_NAN);
}
