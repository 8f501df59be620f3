#pragma once
// Facts about the build of this program.

namespace nopal {

struct Build {
  const char* compiler; ///< "GNU 12.2.0"
  const char* type;     ///< "Release"
  const char* flags;    ///< flags of the driver; thorns may add some
};
Build build();

/// Returns the revision of the checkout that the program was built from. "-dirty" at its end means that files differed
/// from it; "unknown" means that there was no checkout. Defined in the program, so that tests are not linked again for
/// each revision.
const char* git_revision();

} // namespace nopal
