// About 1/(2 a) of a positive, normal real, less than it by 0 to 9%: the bits of a real are nearly its logarithm (J.
// N. Mitchell 1962, J. F. Blinn 1997). That is enough for the correction of a rounded square root, root + (a -
// root^2) / (2 root). As the inverse is never too large, the corrected root increases with a also where the rounded
// root changes. For a = 0 the result is finite.
// Uses: numbers
NOPAL_MATHS nopal_real nopal_half_inverse_of(nopal_real a) {
  return nopal_of_bits(0x7fcd413c00000000 - nopal_to_bits(a));
}
