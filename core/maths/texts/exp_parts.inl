// exp(high + low) = (result.high + result.low) 2^k for |high| < 750, |low| < ulp(high): see exp_reduced. 1 + r + r^2/2
// is in two reals. Relative error of the pair: 2^-61.
// Uses: exp_reduced
struct nopal_exp_parts {
  nopal_real high, low;
  nopal_real to_integer; // k + NOPAL_TO_INTEGER
};

// exp(r.high + r.low) 2^k, |r.high| <= ln(2)/2
NOPAL_MATHS struct nopal_exp_parts nopal_exp_of_reduced(struct nopal_pair r, nopal_real to_integer) {
  const struct nopal_pair square = nopal_product(r.high, r.high);
  const nopal_real p = nopal_exp_polynomial(r.high);
  const struct nopal_pair linear = nopal_fast_sum(nopal_same(1.0), r.high);
  const struct nopal_pair quadratic = nopal_fast_sum(linear.high, square.high * 0.5);
  struct nopal_exp_parts e;
  e.high = quadratic.high;
  e.low = nopal_fma(square.high * r.high, p,
                    nopal_fma(nopal_same(0.5), square.low, nopal_fma(r.low, linear.high, linear.low + quadratic.low)));
  e.to_integer = to_integer;
  return e;
}

NOPAL_MATHS struct nopal_exp_parts nopal_exp_parts_of(nopal_real high, nopal_real low) {
  const struct nopal_exp_reduced reduced = nopal_exp_reduce(high, low);
  return nopal_exp_of_reduced(reduced.r, reduced.to_integer);
}
