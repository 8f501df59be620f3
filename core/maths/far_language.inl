// The words of texts for one real, such as texts/far_angle.inl, on the host.
typedef unsigned long nopal_word;
#define NOPAL_FAR [[maybe_unused]] static
#define NOPAL_TABLE static const
NOPAL_FAR nopal_word nopal_to_word(double a) { return __builtin_bit_cast(nopal_word, a); }
NOPAL_FAR nopal_word nopal_high_product(nopal_word a, nopal_word b) {
  __extension__ typedef unsigned __int128 both;
  return (nopal_word)((both)a * b >> 64);
}
NOPAL_FAR double nopal_far_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
