# The backends that `nopal list backends` shows.
add_dependencies(unit_driver nopal_devices nopal_backend_fibers nopal_device_checked nopal_device_opencl)
if(TARGET nopal_device_cuda)
  add_dependencies(unit_driver nopal_device_cuda)
endif()
target_link_libraries(unit_driver PRIVATE nlohmann_json::nlohmann_json)
