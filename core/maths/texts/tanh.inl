// tanh x = sinh x / cosh x below ln(2)/2, else 1 - exp(-x) / cosh x (Abramowitz & Stegun 1964, section 4.5), which
// grows with x to the last bit. See sinh_cosh_parts; a quotient of pairs (T. J. Dekker 1971). Error 0.56 ulp.
// Uses: sinh_cosh_parts
NOPAL_MATHS nopal_real nopal_tanh(nopal_real x) {
  const nopal_real size = nopal_absolute(x);
  // tanh 20 is 1 when rounded.
  const struct nopal_hyperbolic_parts parts = nopal_hyperbolic_parts_of(nopal_lesser(size, nopal_same(20.0)));
  const struct nopal_pair twice = nopal_cosh_parts_of(parts);
  const struct nopal_pair cosine = nopal_fast_sum(twice.high, twice.low);
  const nopal_test near = parts.to_integer == NOPAL_TO_INTEGER;
  const struct nopal_pair falling = nopal_fast_difference(parts.cosh_high, parts.r); // exp(-r)
  const nopal_real falling_low = (falling.low + parts.cosh_low) - parts.sinh_low;
  const nopal_real factor = parts.t * -2.0;
  const nopal_real top = nopal_choose(near, parts.r * 2.0, falling.high * factor);
  const nopal_real top_low = nopal_choose(near, parts.sinh_low * 2.0, falling_low * factor);
  const nopal_real inverse = 1.0 / cosine.high;
  const nopal_real quotient = top * inverse;
  const nopal_real rest = nopal_fma(-quotient, cosine.high, top) + nopal_fma(-quotient, cosine.low, top_low);
  const struct nopal_pair sum = nopal_fast_sum(nopal_choose(near, nopal_same(0.0), nopal_same(1.0)), quotient);
  const nopal_real y = sum.high + nopal_fma(rest, inverse, sum.low);
  return nopal_choose(x == x, nopal_with_sign_of(y, x), NOPAL_NAN);
}
