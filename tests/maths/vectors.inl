// Defines NOPAL_COMPUTES: calls of the library's forms for vectors of NOPAL_WIDTH reals, by their names in the vector
// function ABI, NOPAL_FORM.
#include "core/maths/functions.hpp"
#include "forms.hpp"

namespace {

typedef double Vector __attribute__((vector_size(8 * NOPAL_WIDTH)));

Vector load(const double* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}
void store(double* to, const Vector& vector) { __builtin_memcpy(to, &vector, sizeof vector); }

} // namespace

#define NOPAL_DECLARE_1(name) extern "C" Vector NOPAL_FORM(v, name)(Vector);
#define NOPAL_DECLARE_2(name) extern "C" Vector NOPAL_FORM(vv, name)(Vector, Vector);
NOPAL_MATHS_FUNCTIONS(NOPAL_DECLARE_1, NOPAL_DECLARE_2)

namespace nopal::test {

const Compute NOPAL_COMPUTES[] = {
#define NOPAL_LOOP_1(name)                                                                                             \
  [](const double* a, const double*, double* result, long n) {                                                         \
    for (long i = 0; i < n; i += NOPAL_WIDTH) store(result + i, NOPAL_FORM(v, name)(load(a + i)));                     \
  },
#define NOPAL_LOOP_2(name)                                                                                             \
  [](const double* a, const double* b, double* result, long n) {                                                       \
    for (long i = 0; i < n; i += NOPAL_WIDTH) store(result + i, NOPAL_FORM(vv, name)(load(a + i), load(b + i)));       \
  },
    NOPAL_MATHS_FUNCTIONS(NOPAL_LOOP_1, NOPAL_LOOP_2)};

} // namespace nopal::test
