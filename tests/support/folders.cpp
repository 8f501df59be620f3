#include "tests/support/folders.hpp"

namespace nopal {

std::string source_folder() { return NOPAL_SOURCE_FOLDER; }
std::string build_folder() { return NOPAL_BUILD_FOLDER; }

} // namespace nopal
