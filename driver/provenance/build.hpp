#pragma once
// How this program was built.

namespace nopal {

struct Build {
  const char* compiler; ///< "GNU 12.2.0"
  const char* type;     ///< "Release"
  const char* flags;    ///< of the driver; thorns may add some
};
Build build();

/// Of the checkout that the program was built from, with "-dirty" where files under version control differed;
/// "unknown" where there was none. Defined in the program, not in the library: tests need not be linked anew for it.
const char* git_revision();

} // namespace nopal
