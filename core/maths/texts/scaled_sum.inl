// (high + low) 2^k, high from 1/sqrt 2 to sqrt 2, rounded once, also where the result is denormal: there, high + low is
// rounded to a multiple of the smallest real 2^-1074 by adding a power of two whose last bit has that value, as in
// T. J. Dekker's sum (1971).
// Uses: exp_parts scaled
NOPAL_MATHS nopal_real nopal_scaled_sum(nopal_real high, nopal_real low, nopal_real to_integer) {
  const nopal_real power = nopal_of_bits((1 - nopal_to_bits(to_integer)) << 52); // 2^(-1022 - k)
  const nopal_real large =
      nopal_choose(to_integer < NOPAL_TO_INTEGER - 1021.0,
                   nopal_choose(to_integer < NOPAL_TO_INTEGER - 1022.0, power, nopal_same(0.5)), nopal_same(0.0));
  const struct nopal_pair sum = nopal_fast_sum(large, high);
  return nopal_scaled((sum.high + (sum.low + low)) - large, to_integer);
}
