// asin(s) = s + s z p(z), z = s^2 <= 1/4; from sizes of 1/2 on, asin(x) = pi/2 - 2 asin(s) with z = (1 - x) / 2, which
// is exact (W. J. Cody and W. Waite 1980). `high + low` is s with the bits that the square root has lost. Uses: numbers
struct nopal_asin_parts {
  nopal_real high, low, tail; ///< tail: s z p(z)
};

NOPAL_MATHS struct nopal_asin_parts nopal_asin_parts_of(nopal_real size) {
  const nopal_test large = size > 0.5;
  const nopal_real half = (1.0 - size) * 0.5;
  const nopal_real z = nopal_choose(large, half, size * size);
  const nopal_real root = nopal_sqrt(half);
  struct nopal_asin_parts parts;
  parts.high = nopal_choose(large, root, size);
  const nopal_real lost = nopal_fma(-root, root, half) / (root + root);
  parts.low = nopal_choose(large & (root > 0.0), lost, nopal_same(0.0));
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
  parts.tail = parts.high * z * p;
  return parts;
}
