// An angle from which multiples of a quarter or of half of a turn are taken off: what is left is high + low. |low|
// is at most 2^-52, and small beside |high|. From |x| = 2^30 on, far_angle finds it.
#define NOPAL_NEAR 0x1p30
#define NOPAL_IS_NEAR(x) (nopal_absolute(x) < NOPAL_NEAR)

struct nopal_reduced_angle {
  nopal_real high, low;
  nopal_bits n; // the multiple, right in the low bits
};
