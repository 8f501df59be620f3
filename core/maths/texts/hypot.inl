// hypot(x, y): the sum of the squares in two reals, and the square root with the bits that it loses (T. J. Dekker
// 1971). Sizes whose squares would be too large or too small are scaled by a power of two. Error 0.51 ulp. Uses:
// numbers
NOPAL_MATHS nopal_real nopal_hypot(nopal_real x, nopal_real y) {
  const nopal_real size_x = nopal_absolute(x), size_y = nopal_absolute(y);
  const nopal_test in_order = size_x > size_y;
  const nopal_real larger = nopal_choose(in_order, size_x, size_y);
  const nopal_real smaller = nopal_choose(in_order, size_y, size_x);
  const nopal_test huge = larger > 0x1p500, tiny = larger < 0x1p-400;
  const nopal_real scale =
      nopal_choose(huge, nopal_same(0x1p-600), nopal_choose(tiny, nopal_same(0x1p600), nopal_same(1.0)));
  const nopal_real back =
      nopal_choose(huge, nopal_same(0x1p600), nopal_choose(tiny, nopal_same(0x1p-600), nopal_same(1.0)));
  const struct nopal_pair a = nopal_product(larger * scale, larger * scale);
  const struct nopal_pair b = nopal_product(smaller * scale, smaller * scale);
  const struct nopal_pair sum = nopal_fast_sum(a.high, b.high);
  const nopal_real low = sum.low + (a.low + b.low);
  const nopal_real root = nopal_sqrt(sum.high);
  const nopal_real lost = (nopal_fma(-root, root, sum.high) + low) / (root + root);
  const nopal_real h = nopal_choose(larger == 0.0, nopal_same(0.0), (root + lost) * back);
  const nopal_real finite = nopal_choose((x == x) & (y == y), h, NOPAL_NAN);
  return nopal_choose(size_x == NOPAL_INFINITY, NOPAL_INFINITY,
                      nopal_choose(size_y == NOPAL_INFINITY, NOPAL_INFINITY, finite));
}
