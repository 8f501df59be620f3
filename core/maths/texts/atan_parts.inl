// atan(a / b) for a, b >= 0, not both zero, a and b of 2^-950 to 2^950 or 0: c of 0, 1/2, 1, 2 and infinity is the
// nearest to a / b, and atan(a / b) = atan(c) + atan(t), t = (a - c b) / (b + c a), |t| < 0.2361 (the addition theorem,
// as in W. J. Cody and W. Waite 1980). t is in two reals, then a polynomial of t^2. Uses: numbers
NOPAL_MATHS struct nopal_pair nopal_atan_parts_of(nopal_real a, nopal_real b) {
  const nopal_test to_half = a > b * 0.2360679774997897;
  const nopal_test to_one = a > b * 0.7207592200561265;
  const nopal_test to_two = a > b * 1.3874258867227933;
  const nopal_test to_infinity = a > b * 4.23606797749979;
  const nopal_real c =
      nopal_choose(to_two, nopal_same(2.0),
                   nopal_choose(to_one, nopal_same(1.0), nopal_choose(to_half, nopal_same(0.5), nopal_same(0.0))));
  // c is a power of two, so the products are exact.
  struct nopal_pair above = nopal_sum(a, -(c * b));
  struct nopal_pair below = nopal_sum(b, c * a);
  above.high = nopal_choose(to_infinity, -b, above.high);
  above.low = nopal_choose(to_infinity, nopal_same(0.0), above.low);
  below.high = nopal_choose(to_infinity, a, below.high);
  below.low = nopal_choose(to_infinity, nopal_same(0.0), below.low);
  const nopal_real t = above.high / below.high;
  const nopal_real rest = nopal_fma(-t, below.high, above.high) + nopal_fma(-t, below.low, above.low);
  // Where t is so small, a quotient of the rest could be denormal, and t is the angle.
  const nopal_real t_low = nopal_choose(nopal_absolute(t) < 0x1p-900, nopal_same(0.0), rest / below.high);
  const nopal_real z = t * t;
  nopal_real p = nopal_same(NOPAL_ATAN_11);
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_10));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_9));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_8));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_7));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_ATAN_0));
  // atan of c
  const nopal_real base =
      nopal_choose(to_infinity, nopal_same(NOPAL_ATAN_INFINITY),
                   nopal_choose(to_two, nopal_same(NOPAL_ATAN_TWO),
                                nopal_choose(to_one, nopal_same(NOPAL_ATAN_ONE),
                                             nopal_choose(to_half, nopal_same(NOPAL_ATAN_HALF), nopal_same(0.0)))));
  const nopal_real base_low =
      nopal_choose(to_infinity, nopal_same(NOPAL_ATAN_INFINITY_LOW),
                   nopal_choose(to_two, nopal_same(NOPAL_ATAN_TWO_LOW),
                                nopal_choose(to_one, nopal_same(NOPAL_ATAN_ONE_LOW),
                                             nopal_choose(to_half, nopal_same(NOPAL_ATAN_HALF_LOW), nopal_same(0.0)))));
  struct nopal_pair atan = nopal_fast_sum(base, t);
  atan.low = nopal_fma(t * z, p, (atan.low + base_low) + t_low);
  return atan;
}
