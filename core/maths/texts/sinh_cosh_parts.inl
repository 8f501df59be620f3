// sinh and cosh of a real x from 0 to 750, each as (high + low) 2^(k - 1): with x = k ln 2 + r as in exp_reduced and
// t = 2^-2k, sinh x = 2^(k - 1) ((1 - t) cosh r + (1 + t) sinh r) and cosh x the same with 1 + t and 1 - t exchanged
// (the sums of arguments, Abramowitz & Stegun 1964, section 4.5). No division is needed, and sinh keeps its
// digits near 0, where k = 0. Relative error of the pairs: 2^-57.
// Uses: exp_reduced
struct nopal_hyperbolic_parts {
  nopal_real r, sinh_low;         // sinh r = r + sinh_low
  nopal_real cosh_high, cosh_low; // cosh r
  nopal_real t;
  nopal_real plus, plus_low;   // 1 + t
  nopal_real minus, minus_low; // 1 - t
  nopal_real to_integer;       // k + NOPAL_TO_INTEGER
};

NOPAL_MATHS struct nopal_hyperbolic_parts nopal_hyperbolic_parts_of(nopal_real x) {
  struct nopal_hyperbolic_parts parts;
  const struct nopal_exp_reduced reduced = nopal_exp_reduce(x, nopal_same(0.0));
  const struct nopal_pair r = reduced.r;
  parts.to_integer = reduced.to_integer;
  const struct nopal_pair z = nopal_product(r.high, r.high);
  nopal_real p = nopal_same(NOPAL_SINH_5);
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SINH_4));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SINH_3));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SINH_2));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SINH_1));
  p = nopal_fma(p, z.high, nopal_same(NOPAL_SINH_0));
  nopal_real q = nopal_same(NOPAL_COSH_4);
  q = nopal_fma(q, z.high, nopal_same(NOPAL_COSH_3));
  q = nopal_fma(q, z.high, nopal_same(NOPAL_COSH_2));
  q = nopal_fma(q, z.high, nopal_same(NOPAL_COSH_1));
  q = nopal_fma(q, z.high, nopal_same(NOPAL_COSH_0));
  parts.r = r.high;
  parts.sinh_low = nopal_fma(z.high * r.high, p, r.low);
  const struct nopal_pair cosine = nopal_fast_sum(nopal_same(1.0), z.high * 0.5);
  parts.cosh_high = cosine.high;
  parts.cosh_low =
      nopal_fma(z.high * z.high, q, nopal_fma(nopal_same(0.5), z.low, nopal_fma(r.high, r.low, cosine.low)));
  const nopal_real limited = nopal_choose(reduced.k > 40.0, nopal_same(NOPAL_TO_INTEGER + 40.0), parts.to_integer);
  parts.t = nopal_of_bits((1023 - (nopal_to_bits(limited) << 1)) << 52);
  parts.plus = 1.0 + parts.t;
  parts.plus_low = parts.t - (parts.plus - 1.0);
  parts.minus = 1.0 - parts.t;
  parts.minus_low = (1.0 - parts.minus) - parts.t;
  return parts;
}

NOPAL_MATHS struct nopal_pair nopal_sinh_parts_of(struct nopal_hyperbolic_parts parts) {
  const struct nopal_pair cosh_term = nopal_product(parts.minus, parts.cosh_high);
  const struct nopal_pair sinh_term = nopal_product(parts.plus, parts.r);
  const struct nopal_pair sum = nopal_fast_sum(cosh_term.high, sinh_term.high);
  const nopal_real lost =
      nopal_fma(parts.plus_low, parts.r, parts.minus_low) + (sum.low + (cosh_term.low + sinh_term.low));
  struct nopal_pair sine;
  sine.high = sum.high;
  sine.low = nopal_fma(parts.minus, parts.cosh_low, nopal_fma(parts.plus, parts.sinh_low, lost));
  return sine;
}

NOPAL_MATHS struct nopal_pair nopal_cosh_parts_of(struct nopal_hyperbolic_parts parts) {
  const struct nopal_pair cosh_term = nopal_product(parts.plus, parts.cosh_high);
  const struct nopal_pair sinh_term = nopal_product(parts.minus, parts.r);
  const struct nopal_pair sum = nopal_fast_sum(cosh_term.high, sinh_term.high);
  const nopal_real lost =
      nopal_fma(parts.minus_low, parts.r, parts.plus_low) + (sum.low + (cosh_term.low + sinh_term.low));
  struct nopal_pair cosine;
  cosine.high = sum.high;
  cosine.low = nopal_fma(parts.plus, parts.cosh_low, nopal_fma(parts.minus, parts.sinh_low, lost));
  return cosine;
}

// y 2^(k - 1), for k from 0 to 1025, with no digits lost where k = 0 and y is denormal.
NOPAL_MATHS nopal_real nopal_scaled_up(nopal_real y, nopal_real to_integer) {
  return (y * 2.0) * nopal_of_bits((nopal_to_bits(to_integer) + 1021) << 52);
}
