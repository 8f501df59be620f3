// erf: below 1 its polynomial in x^2 (Abramowitz & Stegun 1964, 7.1.5 is its series), with the first two terms in two
// reals; from 1 on 1 - exp(-x^2) g(x), g(x) = exp(x^2) erfc(x) as a polynomial in x - 1, which is exact. g needs fewer
// digits the larger x is, as exp(-x^2) falls. Error 0.77 ulp, and 0.9 ulp where the result is denormal.
// Uses: exp_reduced
NOPAL_MATHS nopal_real nopal_erf(nopal_real x) {
  const nopal_real absolute = nopal_absolute(x);
  const nopal_real size = nopal_lesser(absolute, nopal_same(6.0)); // erf 6 is 1 when rounded
  const struct nopal_pair z = nopal_product(size, size);
  nopal_real p = nopal_same(NOPAL_ERF_12);
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_11));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_10));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_9));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_8));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_7));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_6));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_5));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_4));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_3));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_ERF_2));
  const struct nopal_pair cube = nopal_product(z.high, size);
  const struct nopal_pair linear = nopal_product(size, nopal_same(NOPAL_ERF_0));
  const nopal_real sum = nopal_fma(cube.high, nopal_same(NOPAL_ERF_1), linear.high);
  const nopal_real lost = nopal_fma(cube.high, nopal_same(NOPAL_ERF_1), linear.high - sum) + linear.low;
  const nopal_real cube_low = nopal_fma(z.low, size, cube.low);
  const nopal_real rest =
      nopal_fma(cube_low, nopal_same(NOPAL_ERF_1), nopal_fma(size, nopal_same(NOPAL_ERF_0_LOW), lost));
  const nopal_real near = sum + nopal_fma(cube.high, nopal_fma(p, z.high, nopal_same(NOPAL_ERF_1_LOW)), rest);

  const nopal_real t = size - 1.0;
  nopal_real g = nopal_same(NOPAL_ERF_FAR_20);
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_19));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_18));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_17));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_16));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_15));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_14));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_13));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_12));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_11));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_10));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_9));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_8));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_7));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_6));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_5));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_4));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_3));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_2));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_1));
  g = nopal_fma(g, t, nopal_same(NOPAL_ERF_FAR_0_LOW)) + NOPAL_ERF_FAR_0;
  // exp(-x^2) as in exp_parts, with less digits
  const nopal_real to_integer = nopal_fma(z.high, nopal_same(-NOPAL_LOG2_E), nopal_same(NOPAL_TO_INTEGER));
  const nopal_real k = to_integer - NOPAL_TO_INTEGER;
  const nopal_real first = nopal_fma(-k, nopal_same(NOPAL_LN2), -z.high);
  const nopal_real r = first - nopal_fma(k, nopal_same(NOPAL_LN2_LOW), z.low);
  const nopal_real q = nopal_fma(nopal_exp_polynomial(r), r, nopal_same(0.5));
  const struct nopal_pair e = nopal_fast_sum(nopal_same(1.0), r);
  const nopal_real e_low = nopal_fma(r * r, q, e.low);
  const nopal_real power = nopal_of_bits((nopal_to_bits(to_integer) + 1023) << 52);
  const nopal_real factor = g * power;
  const nopal_real high = nopal_fma(-e.high, factor, nopal_same(1.0));
  const nopal_real far = high + nopal_fma(-e_low, factor, nopal_fma(-e.high, factor, 1.0 - high));
  const nopal_real y = nopal_choose(size < 1.0, near, far);
  return nopal_choose(x == x, nopal_with_sign_of(y, x), NOPAL_NAN);
}
