// atan: see atan_parts. Error 0.60 ulp.
// Uses: atan_parts
NOPAL_MATHS nopal_real nopal_atan(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_test large = size > 1.0;
  // Infinity gives the same as 2^900.
  const nopal_real limited = nopal_lesser(nopal_same(0x1p900), size);
  const nopal_real smaller = nopal_choose(large, nopal_same(1.0), size);
  const nopal_real larger = nopal_choose(large, limited, nopal_same(1.0));
  const nopal_bits flip = nopal_to_bits(nopal_choose(large, nopal_same(-0.0), nopal_same(0.0)));
  const nopal_real start = nopal_choose(large, nopal_same(2.0), nopal_same(0.0));
  const nopal_real y = nopal_angle_of(smaller, larger, start, flip);
  return nopal_choose(x == x, nopal_with_sign_of(y, x), NOPAL_NAN);
}
