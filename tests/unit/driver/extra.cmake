# The accelerators that `nopal list accelerators` tells of.
add_dependencies(unit_driver nopal_accelerator_fibers nopal_device_checked nopal_device_cuda nopal_device_opencl)
