// sin(high + low) for |high| <= pi/2 (1 + 2^-20): high (1 + z w), z = high^2, w a polynomial of z (W. J. Cody and W.
// Waite 1980). sin and cos take off multiples of pi, not of pi/2: so one polynomial is enough, and none is computed
// in vain. The last two steps of w, and z w, keep what rounding loses. Error 0.54 ulp.
// Uses: numbers reduced_angle
NOPAL_MATHS nopal_real nopal_sin_of(struct nopal_reduced_angle angle) {
  const nopal_real high = angle.high;
  const struct nopal_pair z = nopal_product(high, high);
  nopal_real p = nopal_same(NOPAL_SIN_7);
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SIN_6));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SIN_5));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SIN_4));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SIN_3));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SIN_2));
  const nopal_real q = nopal_fma(p, z.high, nopal_same(NOPAL_SIN_1));
  const nopal_real w = nopal_fma(q, z.high, nopal_same(NOPAL_SIN_0));
  const nopal_real q_low = nopal_fma(p, z.high, NOPAL_SIN_1 - q);
  const nopal_real minus_qz = NOPAL_SIN_0 - w;
  const nopal_real w_low = nopal_fma(q_low, z.high, nopal_fma(q, z.high, minus_qz));
  const nopal_real product = z.high * w;
  // The slope of z w is nearly w + q z.
  const nopal_real product_low =
      nopal_fma(z.low, w - minus_qz, nopal_fma(z.high, w_low, nopal_fma(z.high, w, -product)));
  const nopal_real sum = nopal_fma(high, product, high);
  const nopal_real lost = nopal_fma(high, product, high - sum);
  // The cosine, to 0.018
  const nopal_real slope = nopal_fma(product, nopal_same(2.8), nopal_same(1.0));
  return sum + nopal_fma(angle.low, slope, nopal_fma(high, product_low, lost));
}

// The sign is that of (-1)^n.
NOPAL_MATHS nopal_real nopal_sin_of_turns(struct nopal_reduced_angle angle) {
  return nopal_of_bits(nopal_to_bits(nopal_sin_of(angle)) ^ (angle.n << 63));
}
