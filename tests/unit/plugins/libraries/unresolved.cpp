#include "export.hpp"

int defined_nowhere();

NOPAL_TEST_PLUGIN(defined_nowhere(), "thorn", "unresolved")
