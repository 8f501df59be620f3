// asinh: see area_of, cosh y = sqrt(x^2 + 1). Error 0.64 ulp.
// Uses: area_of
NOPAL_MATHS nopal_real nopal_asinh(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_test large = size > 0x1p30; // sqrt(x^2 + 1) is x when rounded
  const nopal_real limited = nopal_choose(large, nopal_same(1.0), size);
  const struct nopal_pair square = nopal_product(limited, limited);
  const struct nopal_pair sum = nopal_sum(nopal_same(1.0), square.high);
  const nopal_real root = nopal_sqrt(sum.high);
  const nopal_real rest = nopal_fma(-root, root, sum.high) + (sum.low + square.low);
  const nopal_real cosine = nopal_choose(large, size, root);
  const nopal_real y = nopal_area_of(cosine, size, rest, root * 2.0, nopal_same(0.0), large);
  // Half of a denormal real would lose a digit in area_of, and asinh x is x when rounded.
  const nopal_real size_of_y = nopal_choose(size < 0x1p-30, size, y);
  const nopal_real special = nopal_choose(x == x, x, NOPAL_NAN);
  return nopal_choose(size < NOPAL_INFINITY, nopal_with_sign_of(size_of_y, x), special);
}
