// asin(size) up to 1/2, and above asin(sqrt((1 - size) / 2)) = acos(size) / 2, as a sum of two reals (W. J. Cody and
// W. Waite 1980): s + s z p(z), z = s^2. There, (1 - size) / 2 is exact. The square root gets the bits that it has
// lost.
// Uses: half_inverse
NOPAL_MATHS struct nopal_pair nopal_asin_parts_of(nopal_real size, nopal_test large) {
  const nopal_real z_large = nopal_fma(size, nopal_same(-0.5), nopal_same(0.5));
  const nopal_real root = nopal_sqrt(z_large);
  const nopal_real near = nopal_half_inverse_of(root);
  const nopal_real half_inverse = nopal_fma(near, nopal_fma(root * -2.0, near, nopal_same(1.0)), near); // Newton
  const nopal_real root_low = nopal_fma(-root, root, z_large) * half_inverse;
  const nopal_real z = nopal_choose(large, z_large, size * size);
  nopal_real p = nopal_same(NOPAL_ASIN_13);
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_12));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_11));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_10));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_9));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_8));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_7));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_ASIN_0));
  struct nopal_pair asin;
  asin.high = nopal_choose(large, root, size);
  asin.low = nopal_fma(asin.high * z, p, nopal_choose(large, root_low, nopal_same(0.0)));
  return asin;
}
