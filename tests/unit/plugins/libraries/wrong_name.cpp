#include "export.hpp"

NOPAL_TEST_PLUGIN(nopal::abi_version, "thorn", "another_name")
