#include "core/device/copy_table.hpp"

namespace nopal {

static_assert(copy_columns == 12 && copy_buffers == 8 && copy_rows_per_item == 32, "the text below says the same");

// Words are copied as integers, so that every bit pattern survives. All index arithmetic is long: mixing int and
// size_t in it costs a factor of 3 to 5 on CPUs.
const char* const copy_kernel = R"(
#define NOPAL_BUFFERS                                                                                                  \
  NOPAL_GLOBAL long *b0, NOPAL_GLOBAL long *b1, NOPAL_GLOBAL long *b2, NOPAL_GLOBAL long *b3, NOPAL_GLOBAL long *b4,   \
      NOPAL_GLOBAL long *b5, NOPAL_GLOBAL long *b6, NOPAL_GLOBAL long *b7
#define NOPAL_BUFFER(n)                                                                                                \
  ((n) == 0L ? b0 : (n) == 1L ? b1 : (n) == 2L ? b2 : (n) == 3L ? b3 : (n) == 4L ? b4 : (n) == 5L ? b5                 \
   : (n) == 6L ? b6 : b7)

/* The last entry whose number in `column` is at most `value`. */
NOPAL_FUNCTION long nopal_find(NOPAL_GLOBAL const long* table, long entries, long column, long value) {
  long low = 0L;
  long high = entries;
  while (high - low > 1L) {
    const long middle = (low + high) / 2L;
    if (table[12L * middle + column] <= value) low = middle;
    else high = middle;
  }
  return low;
}

#ifdef NOPAL_ROWS
NOPAL_KERNEL void nopal_copy_rows(NOPAL_GLOBAL const long* table, NOPAL_BUFFERS, long entries, long rows) {
  long row = NOPAL_ITEM * 32L;
  if (row >= rows) return;
  const long end = row + 32L < rows ? row + 32L : rows;
  long e = nopal_find(table, entries, 0L, row);
  while (row < end) {
    NOPAL_GLOBAL const long* t = table + 12L * e;
    const long last = e + 1L < entries && t[12] < end ? t[12] : end;
    NOPAL_GLOBAL const long* from = NOPAL_BUFFER(t[2]) + t[4];
    NOPAL_GLOBAL long* to = NOPAL_BUFFER(t[3]) + t[7];
    const long ni = t[10];
    const long nj = t[11];
    long k = (row - t[0]) / nj;
    long j = row - t[0] - k * nj;
    for (; row < last; ++row) {
      NOPAL_GLOBAL const long* from_row = from + j * t[5] + k * t[6];
      NOPAL_GLOBAL long* to_row = to + j * t[8] + k * t[9];
      for (long i = 0L; i < ni; ++i) to_row[i] = from_row[i];
      if (++j == nj) {
        j = 0L;
        ++k;
      }
    }
    ++e;
  }
}
#else
NOPAL_KERNEL void nopal_copy_words(NOPAL_GLOBAL const long* table, NOPAL_BUFFERS, long entries, long words) {
  const long word = NOPAL_ITEM;
  if (word >= words) return;
  NOPAL_GLOBAL const long* t = table + 12L * nopal_find(table, entries, 1L, word);
  const long row = (word - t[1]) / t[10];
  const long i = word - t[1] - row * t[10];
  const long k = row / t[11];
  const long j = row - k * t[11];
  NOPAL_BUFFER(t[3])[t[7] + i + j * t[8] + k * t[9]] = NOPAL_BUFFER(t[2])[t[4] + i + j * t[5] + k * t[6]];
}
#endif
)";

} // namespace nopal
