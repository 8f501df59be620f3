#include "core/base/assert.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace nopal {

void assertion_failed(const char* condition, const char* file, int line) noexcept {
  const std::string text = std::string("nopal: bug: assertion \"") + condition + "\" failed at " + file + ":" +
                           std::to_string(line) + "; please report it\n";
  std::fputs(text.c_str(), stderr); // fprintf may write it in pieces, so that lines of several ranks mix
  std::abort();
}

} // namespace nopal
