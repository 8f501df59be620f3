// Numbers and sums that several functions use.
#define NOPAL_INFINITY nopal_of_bits(nopal_to_bits(nopal_same(0.0)) | 0x7ff0000000000000)
#define NOPAL_NAN nopal_of_bits(nopal_to_bits(nopal_same(0.0)) | 0x7ff8000000000000)
// Added to a real below 2^51, it rounds to an integer, which stands in the low bits of the sum.
#define NOPAL_TO_INTEGER 0x1.8p52

// The sum of two reals is of `high` and `low`, with no bits lost.
struct nopal_pair {
  nopal_real high, low;
};

// T. J. Dekker (1971): the sum of a and b, |a| >= |b| or a = 0, and what rounding has lost.
NOPAL_MATHS struct nopal_pair nopal_fast_sum(nopal_real a, nopal_real b) {
  struct nopal_pair sum;
  sum.high = a + b;
  sum.low = b - (sum.high - a);
  return sum;
}

// The same for a - b.
NOPAL_MATHS struct nopal_pair nopal_fast_difference(nopal_real a, nopal_real b) {
  struct nopal_pair difference;
  difference.high = a - b;
  difference.low = (a - difference.high) - b;
  return difference;
}

// O. Moller, D. E. Knuth (1965, 1969): the same for any a and b.
NOPAL_MATHS struct nopal_pair nopal_sum(nopal_real a, nopal_real b) {
  struct nopal_pair sum;
  sum.high = a + b;
  const nopal_real part = sum.high - a;
  sum.low = (a - (sum.high - part)) + (b - part);
  return sum;
}

// The product of a and b, and what rounding has lost.
NOPAL_MATHS struct nopal_pair nopal_product(nopal_real a, nopal_real b) {
  struct nopal_pair product;
  product.high = a * b;
  product.low = nopal_fma(a, b, -product.high);
  return product;
}

NOPAL_MATHS nopal_real nopal_absolute(nopal_real a) { return nopal_of_bits(nopal_to_bits(a) & 0x7fffffffffffffff); }

// `size` is at least zero.
NOPAL_MATHS nopal_real nopal_with_sign_of(nopal_real size, nopal_real a) {
  return nopal_of_bits(nopal_to_bits(size) | (nopal_to_bits(a) & 0x8000000000000000));
}
