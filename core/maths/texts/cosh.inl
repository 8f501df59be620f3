// cosh: see sinh_cosh_parts. Error 0.54 ulp.
// Uses: sinh_cosh_parts
NOPAL_MATHS nopal_real nopal_cosh(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const struct nopal_hyperbolic_parts parts = nopal_hyperbolic_parts_of(nopal_lesser(size, nopal_same(711.0)));
  const struct nopal_pair cosine = nopal_cosh_parts_of(parts);
  return nopal_choose(x == x, nopal_scaled_up(cosine.high + cosine.low, parts.to_integer), NOPAL_NAN);
}
