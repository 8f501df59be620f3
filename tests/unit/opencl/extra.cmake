add_dependencies(unit_opencl nopal_device_opencl)
target_link_libraries(unit_opencl PRIVATE OpenCL::OpenCL)
# faults.cpp replaces functions of the API, so the program must export its functions.
set_target_properties(unit_opencl PROPERTIES ENABLE_EXPORTS ON)
target_link_libraries(unit_opencl PRIVATE ${CMAKE_DL_LIBS})
