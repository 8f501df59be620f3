// hypot(x, y): the square root of the sum of the squares, in two reals (T. J. Dekker 1971). Both sizes are scaled by
// a power of two, so that the larger one is of 2^-52 to 2^4, and less than 2^-2 only if both are denormal, which have
// few bits. Error 0.55 ulp, and 0.78 ulp of denormal results.
// Uses: half_inverse
NOPAL_MATHS nopal_real nopal_hypot(nopal_real x, nopal_real y) {
  const nopal_real size_x = nopal_absolute(x), size_y = nopal_absolute(y);
  const nopal_test in_order = size_x > size_y;
  const nopal_real larger = nopal_choose(in_order, size_x, size_y);
  const nopal_real smaller = nopal_choose(in_order, size_y, size_x);
  // Without the last two bits of the exponent, both the scale and its inverse are normal reals for each size.
  const nopal_bits exponent = nopal_to_bits(larger) & 0x7fc0000000000000;
  const nopal_real scale = nopal_of_bits(0x7fd0000000000000 - exponent);
  const nopal_real back = nopal_of_bits(exponent + 0x0010000000000000);
  const nopal_real a = larger * scale, b = smaller * scale;
  const struct nopal_pair a_2 = nopal_product(a, a);
  const struct nopal_pair b_2 = nopal_product(b, b);
  const struct nopal_pair sum = nopal_fast_sum(a_2.high, b_2.high);
  const nopal_real root = nopal_sqrt(sum.high);
  const nopal_real lost = nopal_fma(-root, root, sum.high) + (sum.low + (a_2.low + b_2.low));
  const nopal_real h = nopal_fma(lost, nopal_half_inverse_of(root), root) * back;
  const nopal_real infinity = NOPAL_INFINITY;
  const nopal_test infinite = (size_x == infinity) | (size_y == infinity);
  return nopal_choose(infinite, infinity, nopal_choose((x == x) & (y == y), h, NOPAL_NAN));
}
