// cbrt(x): x = 8^q m, 1 <= m < 8 with m = 2^j w. A polynomial of w gives w^(-1/3) to 2^-13, and two steps of a method
// of order three (E. Halley 1694, in the form of A. S. Householder 1970) make it exact to 2^-50. Then the cube root w
// i^2 gets what its cube lacks of m. There is no division. Error 0.51 ulp. Uses: numbers
NOPAL_MATHS nopal_real nopal_cbrt(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_test small = size < 0x1p-1022;
  const nopal_bits bits = nopal_to_bits(nopal_choose(small, size * 0x1p54, size));
  // The exponent k = 3 q + j, j of 0, 1 and 2: q is k/3 - 1/3 rounded to an integer.
  const nopal_real k = nopal_of_bits((bits >> 52) | 0x4330000000000000) -
                       nopal_choose(small, nopal_same(0x1p52 + 1077.0), nopal_same(0x1p52 + 1023.0));
  const nopal_real to_integer = nopal_fma(k - 1.0, nopal_same(0x1.5555555555555p-2), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real q = to_integer - NOPAL_TO_INTEGER;
  const nopal_real j = nopal_fma(q, nopal_same(-3.0), k);
  const nopal_real w = nopal_of_bits((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  const nopal_real m =
      w * nopal_choose(j == 2.0, nopal_same(4.0), nopal_choose(j == 1.0, nopal_same(2.0), nopal_same(1.0)));
  nopal_real p = nopal_same(NOPAL_CBRT_4);
  p = nopal_fma(p, w, nopal_same(NOPAL_CBRT_3));
  p = nopal_fma(p, w, nopal_same(NOPAL_CBRT_2));
  p = nopal_fma(p, w, nopal_same(NOPAL_CBRT_1));
  p = nopal_fma(p, w, nopal_same(NOPAL_CBRT_0));
  // 2^(-j/3)
  nopal_real i = p * nopal_choose(j == 2.0, nopal_same(0x1.428a2f98d728bp-1),
                                  nopal_choose(j == 1.0, nopal_same(0x1.965fea53d6e3dp-1), nopal_same(1.0)));
  nopal_real h = nopal_fma(-m * i, i * i, nopal_same(1.0));
  i = nopal_fma(i * h, nopal_fma(h, nopal_same(0x1.c71c71c71c71cp-3), nopal_same(0x1.5555555555555p-2)), i);
  h = nopal_fma(-m * i, i * i, nopal_same(1.0));
  i = nopal_fma(i * h, nopal_same(0x1.5555555555555p-2), i);
  const nopal_real square = i * i;
  const nopal_real root = m * square;
  const struct nopal_pair r2 = nopal_product(root, root);
  const struct nopal_pair r3 = nopal_product(r2.high, root);
  const nopal_real lacks = (m - r3.high) - nopal_fma(r2.low, root, r3.low);
  const nopal_real y = nopal_fma(lacks * square, nopal_same(0x1.5555555555555p-2), root);
  const nopal_real scaled = y * nopal_of_bits((nopal_to_bits(to_integer) + 1023) << 52);
  const nopal_real finite = nopal_choose(size == 0.0, nopal_same(0.0), scaled);
  return nopal_choose(x == x, nopal_with_sign_of(nopal_choose(size < NOPAL_INFINITY, finite, NOPAL_INFINITY), x),
                      NOPAL_NAN);
}
