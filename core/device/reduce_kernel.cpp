#include "core/device/reduce_kernel.hpp"

#include "core/variables/poison_word.hpp"

namespace nopal {

static_assert(ExactSum::n_digits == 70 && n_reduced_words == 7 && reduce_column_words == 217 && reduce_finishers == 4 &&
                  reduce_piece == 512,
              "the text below says the same");
static_assert(poison::signature == 0x7ffb737b80000000 && poison::signature_mask == 0x7ffffffff8000000);

// A window holds three neighbouring digits in registers. Values at neighbouring points have similar sizes, so a
// work-item seldom accesses its column in memory: only if the size changes by more than a digit.
const char* const reduce_kernel = R"(
#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#endif
#define NOPAL_LOW 0xffffffffL
#define NOPAL_MAGNITUDE 0x7fffffffffffffffL
#define NOPAL_INFINITE 0x7ff0000000000000L
#define NOPAL_ARGUMENTS                                                                                                \
  NOPAL_GLOBAL const long *slot, NOPAL_GLOBAL const long *in, NOPAL_GLOBAL long *out, long phase, long items,          \
      long parts, long wanted, long integers, long start, long row, long plane, long ni, long nj, long nk

typedef struct {
  long base, d0, d1, d2;
} nopal_window;

typedef struct {
  nopal_window sum, magnitudes, squares;
  long nan, plus, minus, poison, infinite_squares;
  long min, max; /* the bits of doubles, or integers */
} nopal_moments;

NOPAL_FUNCTION void nopal_flush(nopal_window* w, NOPAL_GLOBAL long* digits, long items) {
  NOPAL_GLOBAL long* digit = digits + w->base * items;
  digit[0] += w->d0;
  digit[items] += w->d1;
  digit[2L * items] += w->d2;
  w->d0 = 0L;
  w->d1 = 0L;
  w->d2 = 0L;
}

/* Adds a finite double, given by its bits. */
NOPAL_FUNCTION void nopal_add(nopal_window* w, long bits, NOPAL_GLOBAL long* digits, long items) {
  const long exponent = (bits >> 52) & 0x7ffL;
  const long fraction = bits & 0xfffffffffffffL;
  const long mantissa = exponent == 0L ? fraction : fraction | 0x10000000000000L;
  const long shift = exponent == 0L ? 0L : exponent - 1L;
  if (mantissa == 0L) return;
  if ((shift >> 5) != w->base) {
    nopal_flush(w, digits, items);
    w->base = shift >> 5;
  }
  const long low = (long)((unsigned long)(mantissa & NOPAL_LOW) << (shift & 31L));
  const long high = (mantissa >> 32) << (shift & 31L);
  const long sign = bits >> 63;
  w->d0 += ((low & NOPAL_LOW) ^ sign) - sign;
  w->d1 += (((low >> 32) + (high & NOPAL_LOW)) ^ sign) - sign;
  w->d2 += ((high >> 32) ^ sign) - sign;
}

NOPAL_FUNCTION void nopal_extremes(nopal_moments* m, double x) {
  m->min = x < NOPAL_AS_REAL(m->min) ? NOPAL_AS_BITS(x) : m->min;
  m->max = NOPAL_AS_REAL(m->max) < x ? NOPAL_AS_BITS(x) : m->max;
}

NOPAL_FUNCTION void nopal_add_real(nopal_moments* m, long bits, long wanted, NOPAL_GLOBAL long* column, long items) {
  const double x = NOPAL_AS_REAL(bits);
  const long magnitude = bits & NOPAL_MAGNITUDE;
  if (magnitude > NOPAL_INFINITE) {
    m->nan += 1L;
    if ((bits & 0x7ffffffff8000000L) == 0x7ffb737b80000000L) m->poison += 1L;
    return;
  }
  if ((wanted & 8L) != 0L) nopal_extremes(m, x);
  if (magnitude == NOPAL_INFINITE) {
    if (bits > 0L) m->plus += 1L;
    else m->minus += 1L;
    return;
  }
  if ((wanted & 1L) != 0L) nopal_add(&m->sum, bits, column, items);
  if ((wanted & 2L) != 0L) nopal_add(&m->magnitudes, magnitude, column + 70L * items, items);
  if ((wanted & 4L) != 0L) {
    const long square = NOPAL_AS_BITS(x * x);
    if (square == NOPAL_INFINITE) m->infinite_squares += 1L;
    else nopal_add(&m->squares, square, column + 140L * items, items);
  }
}

/* Sum and extremes are of the integer, not of the double that it rounds to. */
NOPAL_FUNCTION void nopal_add_integer(nopal_moments* m, long n, long wanted, NOPAL_GLOBAL long* column, long items) {
  if ((wanted & 1L) != 0L) {
    const long low = n & NOPAL_LOW;
    nopal_add(&m->sum, NOPAL_AS_BITS((double)(n - low)), column, items);
    nopal_add(&m->sum, NOPAL_AS_BITS((double)low), column, items);
  }
  m->min = n < m->min ? n : m->min;
  m->max = m->max < n ? n : m->max;
  if ((wanted & 6L) != 0L) nopal_add_real(m, NOPAL_AS_BITS((double)n), wanted & 6L, column, items);
}

NOPAL_FUNCTION void nopal_clear(nopal_moments* m, long wanted, long integers, NOPAL_GLOBAL long* column, long items) {
  const nopal_moments zero = {{0L, 0L, 0L, 0L}};
  *m = zero;
  m->min = integers != 0L ? NOPAL_MAGNITUDE : NOPAL_INFINITE;
  m->max = integers != 0L ? -NOPAL_MAGNITUDE - 1L : NOPAL_AS_BITS(-NOPAL_AS_REAL(NOPAL_INFINITE));
  for (long s = 0L; s < 3L; ++s)
    if (((wanted >> s) & 1L) != 0L)
      for (long d = 0L; d < 70L; ++d) column[(70L * s + d) * items] = 0L;
}

/* Propagates carries, so that columns can be added digit by digit. */
NOPAL_FUNCTION void nopal_store(nopal_moments* m, long wanted, NOPAL_GLOBAL long* column, long items) {
  if ((wanted & 1L) != 0L) nopal_flush(&m->sum, column, items);
  if ((wanted & 2L) != 0L) nopal_flush(&m->magnitudes, column + 70L * items, items);
  if ((wanted & 4L) != 0L) nopal_flush(&m->squares, column + 140L * items, items);
  for (long s = 0L; s < 3L; ++s)
    if (((wanted >> s) & 1L) != 0L) {
      long carried = 0L;
      for (long d = 70L * s; d < 70L * s + 69L; ++d) {
        const long digit = column[d * items] + carried;
        column[d * items] = digit & NOPAL_LOW;
        carried = digit >> 32;
      }
      column[(70L * s + 69L) * items] += carried;
    }
  column[210L * items] = m->nan;
  column[211L * items] = m->plus;
  column[212L * items] = m->minus;
  column[213L * items] = m->poison;
  column[214L * items] = m->infinite_squares;
  column[215L * items] = m->min;
  column[216L * items] = m->max;
}

/* Returns whether an extreme is less than another one. */
NOPAL_FUNCTION bool nopal_less(long a, long b, long integers) {
  return integers != 0L ? a < b : NOPAL_AS_REAL(a) < NOPAL_AS_REAL(b);
}

/* Adds columns part, part + parts, ... of a word. The work-items of a word are neighbours. */
NOPAL_FUNCTION void nopal_add_columns(NOPAL_GLOBAL const long* in, NOPAL_GLOBAL long* out, long items, long parts,
                                      long wanted, long integers) {
  const long word = NOPAL_ITEM / parts;
  const long part = NOPAL_ITEM - word * parts;
  if (word >= 217L) return;
  NOPAL_GLOBAL const long* from = in + word * items;
  long result = 0L;
  if (word >= 215L) {
    result = from[part];
    for (long t = part + parts; t < items; t += parts)
      if (word == 215L ? nopal_less(from[t], result, integers) : nopal_less(result, from[t], integers)) result = from[t];
  } else if (word >= 210L || ((wanted >> (word / 70L)) & 1L) != 0L) {
    for (long t = part; t < items; t += parts) result += from[t];
  }
  out[word * parts + part] = result;
}

/* A sum that is not wanted has no digits in the only column of a small box. */
NOPAL_FUNCTION void nopal_finish(NOPAL_GLOBAL const long* in, NOPAL_GLOBAL long* out, long wanted) {
  const long s = NOPAL_ITEM;
  if (s == 3L)
    for (long w = 0L; w < 7L; ++w) out[105L + w] = in[210L + w];
  if (s >= 3L) return;
  const bool known = ((wanted >> s) & 1L) != 0L;
  long carried = 0L;
  for (long d = 0L; d < 70L; d += 2L) {
    const long even = known ? in[70L * s + d] + carried : 0L;
    const long odd = known ? in[70L * s + d + 1L] + (even >> 32) : 0L;
    out[35L * s + d / 2L] = (long)((unsigned long)odd << 32) | (even & NOPAL_LOW);
    carried = odd >> 32;
  }
}

/* Does its part of a stage after the first. Returns false in the first stage. */
NOPAL_FUNCTION bool nopal_later_stage(NOPAL_GLOBAL const long* in, NOPAL_GLOBAL long* out, long phase, long items,
                                      long parts, long wanted, long integers) {
  if (phase == 1L) nopal_add_columns(in, out, items, parts, wanted, integers);
  if (phase == 2L) nopal_finish(in, out, wanted);
  return phase != 0L;
}

/* CPUs: blocks of a row are added in vectors of doubles, exactly (ExactSum does the same, and says why). */
#ifdef NOPAL_ROWS
#define NOPAL_BLOCK 512L

static double nopal_largest(double4 x) { return fmax(fmax(x.x, x.y), fmax(x.z, x.w)); }

/* Adds finite values and leaves zeros in their place. Returns false if they are too large or too small for this. */
static bool nopal_add_block(nopal_window* w, double4* v, long groups, __global long* digits, long items) {
  double4 most = (double4)(0.0);
  for (long g = 0L; g < groups; ++g) {
    const double4 size = fabs(v[g]);
    most = select(most, size, most < size);
  }
  const double scale = nopal_largest(most);
  if (scale == 0.0) return true;
  if (!(scale > 0x1p-800 && scale < 0x1p+1000)) return false;
  double sigma = as_double(((as_long(scale) >> 52) + 11L) << 52);
  for (long round = 0L; round < 3L; ++round) {
    double4 sum0 = (double4)(0.0), sum1 = (double4)(0.0);
    long4 left = (long4)(0L);
    for (long g = 0L; g < groups; g += 2L) {
      const double4 part0 = (sigma + v[g]) - sigma;
      const double4 part1 = (sigma + v[g + 1L]) - sigma;
      const double4 rest0 = v[g] - part0;
      const double4 rest1 = v[g + 1L] - part1;
      v[g] = rest0;
      v[g + 1L] = rest1;
      sum0 += part0;
      sum1 += part1;
      left |= as_long4(rest0) | as_long4(rest1);
    }
    sum0 += sum1;
    nopal_add(w, as_long((sum0.x + sum0.y) + (sum0.z + sum0.w)), digits, items);
    if ((((left.x | left.y) | (left.z | left.w)) & NOPAL_MAGNITUDE) == 0L) return true;
    sigma *= 0x1p-43;
  }
  for (long g = 0L; g < groups; ++g) {
    nopal_add(w, as_long(v[g].x), digits, items);
    nopal_add(w, as_long(v[g].y), digits, items);
    nopal_add(w, as_long(v[g].z), digits, items);
    nopal_add(w, as_long(v[g].w), digits, items);
  }
  return true;
}

static void nopal_add_each(nopal_moments* m, __global const long* from, long n, long wanted, __global long* column,
                           long items) {
  for (long i = 0L; i < n; ++i) nopal_add_real(m, from[i], wanted, column, items);
}

/* Adds up to NOPAL_BLOCK neighbouring values. */
static void nopal_add_row(nopal_moments* m, __global const long* from, long n, long wanted, __global long* column,
                          long items) {
  double4 raw[128], values[128];
  __global const double* numbers = (__global const double*)from;
  const long whole = n / 4L;
  const long groups = (n + 7L) / 8L * 2L;
  raw[groups - 2L] = (double4)(0.0);
  raw[groups - 1L] = (double4)(0.0);
  long4 special = (long4)(0L);
  double4 low = (double4)(NOPAL_AS_REAL(m->min));
  double4 high = (double4)(NOPAL_AS_REAL(m->max));
  for (long g = 0L; g < whole; ++g) {
    const double4 x = vload4(g, numbers);
    raw[g] = x;
    special |= (as_long4(x) & NOPAL_MAGNITUDE) >= (long4)(NOPAL_INFINITE);
    low = select(low, x, x < low);
    high = select(high, x, high < x);
  }
  bool strange = ((special.x | special.y) | (special.z | special.w)) != 0L;
  for (long i = 4L * whole; i < n; ++i) {
    ((double*)raw)[i] = numbers[i];
    strange = strange || (from[i] & NOPAL_MAGNITUDE) >= NOPAL_INFINITE;
  }
  if (strange) {
    nopal_add_each(m, from, n, wanted, column, items);
    return;
  }
  if ((wanted & 8L) != 0L) {
    m->min = NOPAL_AS_BITS(-nopal_largest(-low));
    m->max = NOPAL_AS_BITS(nopal_largest(high));
    for (long i = 4L * whole; i < n; ++i) nopal_extremes(m, numbers[i]);
  }
  if ((wanted & 1L) != 0L) {
    for (long g = 0L; g < groups; ++g) values[g] = raw[g];
    if (!nopal_add_block(&m->sum, values, groups, column, items)) nopal_add_each(m, from, n, 1L, column, items);
  }
  if ((wanted & 2L) != 0L) {
    for (long g = 0L; g < groups; ++g) values[g] = fabs(raw[g]);
    if (!nopal_add_block(&m->magnitudes, values, groups, column + 70L * items, items))
      nopal_add_each(m, from, n, 2L, column, items);
  }
  if ((wanted & 4L) != 0L) {
    for (long g = 0L; g < groups; ++g) values[g] = raw[g] * raw[g];
    if (!nopal_add_block(&m->squares, values, groups, column + 140L * items, items))
      nopal_add_each(m, from, n, 4L, column, items);
  }
}

__kernel void nopal_reduce_rows(NOPAL_ARGUMENTS) {
  const long item = NOPAL_ITEM;
  if (nopal_later_stage(in, out, phase, items, parts, wanted, integers) || item >= items) return;
  __global long* column = out + item;
  nopal_moments m;
  nopal_clear(&m, wanted, integers, column, items);
  const long pieces = (ni + NOPAL_BLOCK - 1L) / NOPAL_BLOCK;
  for (long piece = item; piece < pieces * nj * nk; piece += items) {
    const long r = piece / pieces;
    const long first = (piece - r * pieces) * NOPAL_BLOCK;
    const long n = ni - first < NOPAL_BLOCK ? ni - first : NOPAL_BLOCK;
    const long k = r / nj;
    __global const long* from = slot + start + (r - k * nj) * row + k * plane + first;
    if (integers != 0L)
      for (long i = 0L; i < n; ++i) nopal_add_integer(&m, from[i], wanted, column, items);
    else
      nopal_add_row(&m, from, n, wanted, column, items);
  }
  nopal_store(&m, wanted, column, items);
}
#else

NOPAL_KERNEL void nopal_reduce_points(NOPAL_ARGUMENTS) {
  const long item = NOPAL_ITEM;
  if (nopal_later_stage(in, out, phase, items, parts, wanted, integers) || item >= items) return;
  NOPAL_GLOBAL long* column = out + item;
  nopal_moments m;
  nopal_clear(&m, wanted, integers, column, items);
  long j = item / ni;
  long i = item - j * ni;
  long k = j / nj;
  j -= k * nj;
  const long steps = items / ni;
  const long di = items - steps * ni;
  const long dk = steps / nj;
  const long dj = steps - dk * nj;
  while (k < nk) {
    const long value = slot[start + i + j * row + k * plane];
    if (integers != 0L) nopal_add_integer(&m, value, wanted, column, items);
    else nopal_add_real(&m, value, wanted, column, items);
    i += di;
    if (i >= ni) {
      i -= ni;
      ++j;
    }
    j += dj;
    if (j >= nj) {
      j -= nj;
      ++k;
    }
    k += dk;
  }
  nopal_store(&m, wanted, column, items);
}
#endif
)";

} // namespace nopal
