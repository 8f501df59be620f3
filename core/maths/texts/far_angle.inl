// x = n pi/2 + high + low, |high| <= pi/4, for any |x| >= 2^30: M. H. Payne and R. N. Hanek (1983). This text is for
// one real and has branches; functions of angles call it for reals that need it. n and the fraction are taken from m
// times the 192 bits of 2/pi that count, x = m 2^e, m < 2^53. No double is nearer to a multiple of pi/2 than 2^-62
// (J.-M. Muller et al., Handbook of Floating-Point Arithmetic, 2010), so more than 2^-70 of the fraction is right.
struct nopal_far_angle {
  double high, low;
  nopal_word n; // right in the low bits
};

NOPAL_TABLE nopal_word nopal_two_over_pi[20] = NOPAL_TWO_OVER_PI;

NOPAL_FAR double nopal_far_add(double sum, double part, double* low) {
  const double total = sum + part;
  *low += part - (total - sum);
  return total;
}

NOPAL_FAR struct nopal_far_angle nopal_far_angle_of(double x) {
  struct nopal_far_angle angle;
  const nopal_word bits = nopal_to_word(x);
  const nopal_word m = (bits & 0xfffffffffffff) | 0x10000000000000;
  // From here on, bits of 2/pi times x are less than 4. The table begins with 64 zeros.
  const int first = (int)(bits >> 52 & 0x7ff) - 1075 - 2 + 64;
  angle.high = angle.low = 0.0;
  angle.n = 0;
  if (first > 971 - 2 + 64) return angle; // infinity and NaN, whose results the callers know
  const int at = first >> 6, shift = first & 63;
  nopal_word window[3];
  for (int n = 0; n < 3; ++n)
    window[n] = nopal_two_over_pi[at + n] << shift | nopal_two_over_pi[at + n + 1] >> 1 >> (63 - shift);
  // The low 192 bits of m times the window
  const nopal_word third = m * window[2];
  const nopal_word second = m * window[1] + nopal_high_product(m, window[2]);
  const nopal_word carry = second < m * window[1] ? 1 : 0;
  const nopal_word top = m * window[0] + nopal_high_product(m, window[1]) + carry;
  // Two bits are the quarter. The rest is a fraction of a quarter, from -1/2 to 1/2.
  nopal_word fraction[3] = {top << 2 | second >> 62, second << 2 | third >> 62, third << 2};
  const nopal_word negative = fraction[0] >> 63;
  angle.n = (top >> 62) + negative;
  double high = 0.0, low = 0.0, unit = 0x1p-32;
  for (int n = 0; n < 3; ++n) {
    if (negative) fraction[n] = ~fraction[n];
    high = nopal_far_add(high, (double)(fraction[n] >> 32) * unit, &low);
    high = nopal_far_add(high, (double)(fraction[n] & 0xffffffff) * (unit * 0x1p-32), &low);
    unit *= 0x1p-64;
  }
  const double product = high * 0x1.921fb54442d18p0;
  const double rest = nopal_far_fma(high, 0x1.921fb54442d18p0, -product) +
                      nopal_far_fma(high, 0x1.1a62633145c07p-54, low * 0x1.921fb54442d18p0);
  angle.high = product + rest;
  angle.low = rest - (angle.high - product);
  if ((negative ^ bits >> 63) != 0) {
    angle.high = -angle.high;
    angle.low = -angle.low;
  }
  if (bits >> 63) angle.n = -angle.n;
  return angle;
}

// x = (n + parity/2) pi + high + low, |high| <= pi/2, for a parity of 0 or 1
NOPAL_FAR struct nopal_far_angle nopal_far_turns(double x, nopal_word parity) {
  struct nopal_far_angle angle = nopal_far_angle_of(x);
  if (((angle.n ^ parity) & 1) != 0) {
    const int next = angle.high > 0.0;
    const double sign = next ? 1.0 : -1.0;
    const double quarter = sign * -0x1.921fb54442d18p0;
    const double high = quarter + angle.high;
    angle.low += angle.high - (high - quarter);
    angle.low -= sign * 0x1.1a62633145c07p-54;
    angle.high = high;
    angle.n = next ? angle.n + 1 : angle.n - 1;
  }
  angle.n = (angle.n - parity) >> 1;
  return angle;
}
NOPAL_FAR struct nopal_far_angle nopal_far_even_turns(double x) { return nopal_far_turns(x, 0); }
// x = (n + 1/2) pi - high - low, as cos needs it
NOPAL_FAR struct nopal_far_angle nopal_far_odd_turns(double x) {
  struct nopal_far_angle angle = nopal_far_turns(x, 1);
  angle.high = -angle.high;
  angle.low = -angle.low;
  return angle;
}

#ifndef NOPAL_REDUCE_FAR // words for vectors have one of their own
#define NOPAL_REDUCE_FAR(angle, of, x, near)                                                                           \
  if (!(near)) {                                                                                                       \
    const struct nopal_far_angle far = of(x);                                                                          \
    (angle).high = far.high;                                                                                           \
    (angle).low = far.low;                                                                                             \
    (angle).n = far.n;                                                                                                 \
  }
#endif
