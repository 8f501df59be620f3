// exp: see exp_parts.
// Uses: exp_parts
NOPAL_MATHS nopal_real nopal_exp(nopal_real x) {
  const nopal_real limited = nopal_greater(nopal_same(-746.0), nopal_lesser(nopal_same(710.0), x));
  const struct nopal_exp_parts e = nopal_exp_parts_of(limited, nopal_same(0.0));
  return nopal_choose(x == x, nopal_scaled(e.high + e.low, e.to_integer), NOPAL_NAN);
}
