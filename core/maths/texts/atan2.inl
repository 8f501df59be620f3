// atan2(y, x): see atan_parts. One of two powers of two scales both sizes, so that no bit of the quotient is lost on
// the way, even if it is denormal. Error 0.60 ulp, and 0.75 ulp of results below 2^-1018.
// Uses: atan_parts
NOPAL_MATHS nopal_real nopal_atan2(nopal_real y, nopal_real x) {
  const nopal_real size_x = nopal_absolute(x), size_y = nopal_absolute(y);
  const nopal_test steep = size_y > size_x, left = (nopal_to_bits(x) >> 63) != 0;
  const nopal_real smaller = nopal_choose(steep, size_x, size_y);
  const nopal_real larger = nopal_choose(steep, size_y, size_x);
  const nopal_real scale = nopal_choose(larger < 0x1p200, nopal_same(0x1p600), nopal_same(0x1p-40));
  // The quotient of two infinite sizes is 1, of a finite and an infinite one 0, and of two zeros 0.
  const nopal_test infinite = larger == NOPAL_INFINITY;
  const nopal_real both = nopal_choose(smaller == NOPAL_INFINITY, nopal_same(1.0), nopal_same(0.0));
  const nopal_real top = nopal_choose(infinite, both, smaller * scale);
  const nopal_real bottom = nopal_choose(infinite | (larger == 0.0), nopal_same(1.0), larger * scale);
  const nopal_real start = nopal_choose(steep, nopal_same(2.0), nopal_choose(left, nopal_same(4.0), nopal_same(0.0)));
  const nopal_bits sign_x = nopal_to_bits(x) & 0x8000000000000000;
  const nopal_bits flip = nopal_to_bits(nopal_choose(steep, nopal_same(-0.0), nopal_same(0.0))) ^ sign_x;
  const nopal_real angle = nopal_angle_of(top, bottom, start, flip);
  return nopal_choose((x == x) & (y == y), nopal_with_sign_of(angle, y), NOPAL_NAN);
}
