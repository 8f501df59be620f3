add_dependencies(unit_opencl nopal_device_opencl)
target_link_libraries(unit_opencl PRIVATE OpenCL::OpenCL)
