// sin and cos of an angle up to pi/4, each as a sum of two reals. Polynomials of the square (W. J. Cody and
// W. Waite 1980) with the first terms in two reals. Relative error of the pairs: 2^-58.
// Uses: numbers
NOPAL_MATHS struct nopal_pair nopal_sin_parts_of(nopal_real high, nopal_real low) {
  const struct nopal_pair z = nopal_product(high, high);
  const struct nopal_pair cube = nopal_product(z.high, high);
  nopal_real p = nopal_same(NOPAL_TAN_SIN_5);
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_SIN_4));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_SIN_3));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_SIN_2));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_SIN_1));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_SIN_0));
  struct nopal_pair sine;
  sine.high = nopal_fma(cube.high, nopal_same(-0x1.5555555555555p-3), high);
  const nopal_real lost = nopal_fma(cube.high, nopal_same(-0x1.5555555555555p-3), high - sine.high);
  const nopal_real cube_low = nopal_fma(z.low, high, cube.low);
  const nopal_real tail = nopal_fma(cube.high * z.high, p, lost) + nopal_fma(z.high * -0.5, low, low);
  sine.low = nopal_fma(cube_low, nopal_same(-0x1.5555555555555p-3),
                       nopal_fma(cube.high, nopal_same(-0x1.5555555555555p-57), tail));
  return sine;
}

NOPAL_MATHS struct nopal_pair nopal_cos_parts_of(nopal_real high, nopal_real low) {
  const struct nopal_pair z = nopal_product(high, high);
  nopal_real p = nopal_same(NOPAL_TAN_COS_5);
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_COS_4));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_COS_3));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_COS_2));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_COS_1));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_TAN_COS_0));
  struct nopal_pair cosine;
  cosine.high = nopal_fma(z.high, nopal_same(-0.5), nopal_same(1.0));
  const nopal_real lost = nopal_fma(z.high, nopal_same(-0.5), 1.0 - cosine.high);
  const nopal_real slope = nopal_fma(z.high, nopal_same(0x1.5555555555555p-4), nopal_same(-0.5)); // of cos by z
  cosine.low = nopal_fma(z.high * z.high, p, nopal_fma(-high, low, nopal_fma(z.low, slope, lost)));
  return cosine;
}
