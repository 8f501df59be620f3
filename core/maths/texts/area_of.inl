// y >= 0 of cosh y and sinh y, one of which is a square root: y = log(cosh y + sinh y) = k ln 2 + log m, and log m is
// 2 atanh((m - 1) / (m + 1)) as in log_parts. Where k = 0, (m - 1) / (m + 1) = tanh(y/2) = sinh y / (1 + cosh y) keeps
// the digits of a small y (Abramowitz & Stegun 1964, sections 4.5 and 4.6).
// The square that the root should have is `rest` more than the root's own, so `rest` / (2 root) is missing in the root.
// One division serves for this and for the other quotient. `of_sinh` is 1 if sinh is the root, else 0. Where `large`
// holds, both are the same real.
// Uses: log_reduced log_of_quotient
NOPAL_MATHS nopal_real nopal_area_of(nopal_real cosine, nopal_real sine, nopal_real rest, nopal_real twice_root,
                                     nopal_real of_sinh, nopal_test large) {
  // Half the sum, as the sum may be infinity.
  const struct nopal_pair half_sum = nopal_fast_sum(cosine * 0.5, sine * 0.5);
  const struct nopal_log_split split = nopal_log_split_of(half_sum.high, nopal_same(1022.0));
  const nopal_real k = split.k, f = split.f;
  const nopal_real scale = nopal_of_bits((2046 - split.exponent) << 52);
  const nopal_test near = k == 0.0;
  struct nopal_pair bottom = nopal_fast_sum(nopal_same(2.0), nopal_choose(near, cosine - 1.0, f));
  const nopal_real inverse = 1.0 / (bottom.high * twice_root);
  const nopal_real root_low = rest * (bottom.high * inverse);
  const nopal_real f_low =
      nopal_choose(large, nopal_same(0.0), nopal_fma(root_low, nopal_same(0.5), half_sum.low) * scale);
  bottom.low = bottom.low + nopal_choose(near, root_low * (1.0 - of_sinh), f_low);
  struct nopal_pair top;
  top.high = nopal_choose(near, sine, f);
  top.low = nopal_choose(near, root_low * of_sinh, f_low);
  const struct nopal_pair log = nopal_log_of_quotient(k, top, bottom, twice_root * inverse);
  return log.high + log.low;
}
