// exp2(x) = 2^k exp((x - k) ln 2), with x - k exact and its product with ln 2 in two reals. See exp_parts.
// Error 0.54 ulp, and 0.76 ulp where the result is denormal.
// Uses: exp_parts scaled
NOPAL_MATHS nopal_real nopal_exp2(nopal_real x) {
  const nopal_real limited = nopal_greater(nopal_same(-1076.0), nopal_lesser(nopal_same(1025.0), x));
  const nopal_real to_integer = limited + NOPAL_TO_INTEGER;
  const nopal_real rest = limited - (to_integer - NOPAL_TO_INTEGER);
  struct nopal_pair r = nopal_product(rest, nopal_same(NOPAL_LN2));
  r.low = nopal_fma(rest, nopal_same(NOPAL_LN2_LOW), r.low);
  const struct nopal_exp_parts e = nopal_exp_of_reduced(r, to_integer);
  return nopal_choose(x == x, nopal_scaled(e.high + e.low, to_integer), NOPAL_NAN);
}
