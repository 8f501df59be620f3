// sinh: see sinh_cosh_parts. Error 0.59 ulp.
// Uses: sinh_cosh_parts
NOPAL_MATHS nopal_real nopal_sinh(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const struct nopal_hyperbolic_parts parts = nopal_hyperbolic_parts_of(nopal_lesser(size, nopal_same(711.0)));
  const struct nopal_pair sine = nopal_sinh_parts_of(parts);
  const nopal_real y = nopal_scaled_up(sine.high + sine.low, parts.to_integer);
  return nopal_choose(x == x, nopal_with_sign_of(y, x), NOPAL_NAN);
}
