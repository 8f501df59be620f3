// atan: see atan_parts. Error 0.62 ulp.
// Uses: atan_parts
NOPAL_MATHS nopal_real nopal_atan(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_real at_most = nopal_choose(size > 0x1p900, nopal_same(0x1p900), size);
  const struct nopal_pair atan = nopal_atan_parts_of(at_most, nopal_same(1.0));
  return nopal_choose(x == x, nopal_with_sign_of(atan.high + atan.low, x), NOPAL_NAN);
}
