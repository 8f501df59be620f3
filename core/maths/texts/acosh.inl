// acosh: see area_of, sinh y = sqrt(x^2 - 1). Error 0.62 ulp.
// Uses: area_of
NOPAL_MATHS nopal_real nopal_acosh(nopal_real x) {
  const nopal_test large = x > 0x1p30; // sqrt(x^2 - 1) is x when rounded
  const nopal_real limited = nopal_choose(large, nopal_same(2.0), x);
  const struct nopal_pair square = nopal_product(limited, limited);
  const struct nopal_pair difference = nopal_fast_sum(square.high, nopal_same(-1.0));
  const struct nopal_pair sum = nopal_fast_sum(difference.high, difference.low + square.low);
  const nopal_real root = nopal_sqrt(sum.high);
  const nopal_real rest = nopal_fma(-root, root, sum.high) + sum.low;
  const nopal_real sine = nopal_choose(large, x, root);
  const nopal_real twice_root = nopal_choose(root == 0.0, nopal_same(1.0), root * 2.0);
  const nopal_real y = nopal_area_of(x, sine, rest, twice_root, nopal_same(1.0), large);
  return nopal_choose((x >= 1.0) & (x < NOPAL_INFINITY), y, nopal_choose(x >= 1.0, x, NOPAL_NAN));
}
