#include "core/base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace nopal {

void assertion_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "nopal: bug: assertion \"%s\" failed at %s:%d; please report it\n", condition, file, line);
  std::abort();
}

} // namespace nopal
