// y 2^k, rounded once, with to_integer = k + NOPAL_TO_INTEGER. y is 0, or from 2^-20 to 4, or smaller where k > -900.
// Uses: numbers
#ifndef NOPAL_SCALED // words for vectors may have an instruction
// Two factors, as neither 2^1024 nor the smallest results have a normal one. The low bits of a real of this size are
// an integer, which becomes the exponent.
NOPAL_MATHS nopal_real nopal_scaled(nopal_real y, nopal_real to_integer) {
  const nopal_test small = to_integer < NOPAL_TO_INTEGER - 1000.0;
  const nopal_real exponent = to_integer + nopal_choose(small, nopal_same(1023.0 + 100.0), nopal_same(1023.0 - 1.0));
  const nopal_real scale = nopal_of_bits(nopal_to_bits(exponent) << 52);
  return y * scale * nopal_choose(small, nopal_same(0x1p-100), nopal_same(2.0));
}
#endif
