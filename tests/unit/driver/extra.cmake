# The backends that `nopal list backends` shows.
add_dependencies(unit_driver nopal_backend_fibers nopal_device_checked nopal_device_cuda nopal_device_opencl)
