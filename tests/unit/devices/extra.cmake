# A device plugin that misbehaves as an environment variable says. No run finds its folder. parfile.failures uses it, too.
add_library(test_device_shaky MODULE ${CMAKE_CURRENT_LIST_DIR}/shaky/shaky.cpp)
nopal_plugin_settings(test_device_shaky shaky ${CMAKE_BINARY_DIR}/tests/shaky/devices ../../../lib)
add_dependencies(unit_devices test_device_shaky nopal_device_checked nopal_devices)
