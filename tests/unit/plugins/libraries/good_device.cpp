#include "export.hpp"

NOPAL_TEST_PLUGIN(nopal::abi_version, "device", "good_device")
