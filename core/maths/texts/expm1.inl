// expm1(x) = exp(x) - 1 = 2^k ((1 - 2^-k) + (exp(r) - 1)), x = k ln 2 + r as in exp_reduced: the 1 is taken off before
// the sum of the polynomial's terms, so that no digits are lost near 0 (P. T. P. Tang 1992). Error 0.64 ulp.
// Uses: exp_reduced
NOPAL_MATHS nopal_real nopal_expm1(nopal_real x) {
  const nopal_real limited = nopal_greater(nopal_same(-38.0), nopal_lesser(nopal_same(710.0), x));
  const struct nopal_exp_reduced reduced = nopal_exp_reduce(limited, nopal_same(0.0));
  const struct nopal_pair r = reduced.r;
  const nopal_real k = reduced.k, to_integer = reduced.to_integer;
  const struct nopal_pair square = nopal_product(r.high, r.high);
  const nopal_real p = nopal_exp_polynomial(r.high);
  // 1 - 2^-k, of two reals where |k| > 53.
  const nopal_real for_power = nopal_choose(k > 64.0, nopal_same(NOPAL_TO_INTEGER + 64.0), to_integer);
  const nopal_real power = nopal_of_bits((1023 - nopal_to_bits(for_power)) << 52);
  const nopal_real offset = 1.0 - power;
  const nopal_real offset_low = nopal_choose(k > 0.0, (1.0 - offset) - power, 1.0 - (offset + power));
  const struct nopal_pair linear = nopal_fast_sum(offset, r.high);
  const struct nopal_pair quadratic = nopal_fast_sum(linear.high, square.high * 0.5);
  const nopal_real low =
      nopal_fma(square.high * r.high, p,
                nopal_fma(nopal_same(0.5), square.low,
                          nopal_fma(r.low, 1.0 + r.high, (linear.low + quadratic.low) + offset_low)));
  // 2^k in two factors, as 2^1024 is infinity. Where k = 0, x may be denormal and must not lose digits.
  const nopal_real y = ((quadratic.high + low) * 2.0) * nopal_of_bits((nopal_to_bits(to_integer) + 1022) << 52);
  return nopal_choose(x == x, nopal_with_sign_of(y, x), NOPAL_NAN);
}
