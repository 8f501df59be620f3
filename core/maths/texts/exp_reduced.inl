// x = k ln 2 + r, k = round(x / ln 2), and the polynomial of exp(r): what exp and its relatives share. The first step
// of r = x - k ln 2 is exact with a fused multiply-add (W. J. Cody and W. Waite 1980; S. Boldo, M. Daumas and R.-C. Li
// 2009).
// Uses: numbers
struct nopal_exp_reduced {
  struct nopal_pair r; // |r.high| <= ln(2)/2
  nopal_real k;
  nopal_real to_integer; // k + NOPAL_TO_INTEGER
};

// |x| < 750. r.high is exact, and |r.low| < 2^-45.
NOPAL_MATHS struct nopal_exp_reduced nopal_exp_begin(nopal_real x) {
  struct nopal_exp_reduced reduced;
  reduced.to_integer = nopal_fma(x, nopal_same(NOPAL_LOG2_E), nopal_same(NOPAL_TO_INTEGER));
  reduced.k = reduced.to_integer - NOPAL_TO_INTEGER;
  reduced.r.high = nopal_fma(reduced.k, nopal_same(-NOPAL_LN2), x);
  reduced.r.low = reduced.k * -NOPAL_LN2_LOW;
  return reduced;
}

// x = high + low, |high| < 750, |low| < ulp(high). |r.low| < ulp(r.high).
NOPAL_MATHS struct nopal_exp_reduced nopal_exp_reduce(nopal_real high, nopal_real low) {
  struct nopal_exp_reduced reduced = nopal_exp_begin(high);
  const nopal_real first = reduced.r.high;
  // Where `first` is the smaller one, it is below 2^-45, so what the sum loses is below 2^-97.
  reduced.r = nopal_fast_sum(first, nopal_fma(reduced.k, nopal_same(-NOPAL_LN2_LOW), low));
  return reduced;
}

// p(r) of exp(r) = 1 + r + r^2/2 + r^3 p(r), |r| <= ln(2)/2: even and odd powers apart, so that a processor can compute
// both at a time.
NOPAL_MATHS nopal_real nopal_exp_polynomial(nopal_real r) {
  const nopal_real z = r * r;
  nopal_real even = nopal_same(NOPAL_EXP_8);
  even = nopal_fma(even, z, nopal_same(NOPAL_EXP_6));
  even = nopal_fma(even, z, nopal_same(NOPAL_EXP_4));
  even = nopal_fma(even, z, nopal_same(NOPAL_EXP_2));
  even = nopal_fma(even, z, nopal_same(NOPAL_EXP_0));
  nopal_real odd = nopal_same(NOPAL_EXP_9);
  odd = nopal_fma(odd, z, nopal_same(NOPAL_EXP_7));
  odd = nopal_fma(odd, z, nopal_same(NOPAL_EXP_5));
  odd = nopal_fma(odd, z, nopal_same(NOPAL_EXP_3));
  odd = nopal_fma(odd, z, nopal_same(NOPAL_EXP_1));
  return nopal_fma(odd, r, even);
}
