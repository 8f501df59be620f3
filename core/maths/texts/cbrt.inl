// cbrt(x): x = 8^q m, m = 2^j w, j of 0, 1 and 2, 1 <= w < 2. Polynomials of w and j give i = m^(-1/3) to 2^-9, and
// the first terms of the series of (1 - h)^(-1/3), h = 1 - m i^3, give it to 2^-32 (A. S. Householder 1970). Then the
// cube root m i^2 gets what its cube, in two reals, lacks of m (a step of Newton). There is no division. Error 0.51
// ulp.
// Uses: numbers
NOPAL_MATHS nopal_real nopal_cbrt(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  const nopal_test small = size < 0x1p-1022;
  const nopal_bits bits = nopal_to_bits(nopal_choose(small, size * 0x1p54, size));
  // An integer below 2^52 in the low bits of the real 2^52 + integer.
  const nopal_real k = nopal_of_bits((bits >> 52) | 0x4330000000000000) -
                       nopal_choose(small, nopal_same(0x1p52 + 1077.0), nopal_same(0x1p52 + 1023.0));
  const nopal_real to_integer = nopal_fma(k - 1.0, nopal_same(0x1.5555555555555p-2), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real j = nopal_fma(to_integer - NOPAL_TO_INTEGER, nopal_same(-3.0), k);
  const nopal_bits w_bits = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
  const nopal_real w = nopal_of_bits(w_bits);
  const nopal_real m = nopal_of_bits(w_bits + (nopal_to_bits(j + NOPAL_TO_INTEGER) << 52));
  nopal_real p = nopal_same(NOPAL_CBRT_2);
  p = nopal_fma(p, w, nopal_same(NOPAL_CBRT_1));
  p = nopal_fma(p, w, nopal_same(NOPAL_CBRT_0));
  const nopal_real of_j =
      nopal_fma(nopal_fma(j, nopal_same(NOPAL_CBRT_OF_2_2), nopal_same(NOPAL_CBRT_OF_2_1)), j, nopal_same(1.0));
  const nopal_real first = p * of_j;
  const nopal_real h = nopal_fma(-(m * first), first * first, nopal_same(1.0));
  const nopal_real series = nopal_fma(nopal_fma(h, nopal_same(0x1.61f9add3c0ca4p-3), nopal_same(0x1.c71c71c71c71cp-3)),
                                      h, nopal_same(0x1.5555555555555p-2));
  const nopal_real i = nopal_fma(first * h, series, first);
  const nopal_real square = i * i;
  const nopal_real root = m * square;
  const struct nopal_pair root_2 = nopal_product(root, root);
  const struct nopal_pair root_3 = nopal_product(root_2.high, root);
  const nopal_real lacks = (m - root_3.high) - nopal_fma(root_2.low, root, root_3.low);
  const nopal_real y = nopal_fma(lacks, square * 0x1.5555555555555p-2, root);
  const nopal_real scaled = y * nopal_of_bits((nopal_to_bits(to_integer) + 1023) << 52);
  const nopal_real special = nopal_choose(x == x, x, NOPAL_NAN); // zeros and infinities
  return nopal_choose((size > 0.0) & (size < NOPAL_INFINITY), nopal_with_sign_of(scaled, x), special);
}
