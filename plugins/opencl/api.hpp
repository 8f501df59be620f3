#pragma once
// OpenCL's C API. Errors become exceptions.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <memory>
#include <string>
#include <type_traits>

namespace nopal::opencl {

/// "CL_OUT_OF_RESOURCES (-5)"
std::string error_name(cl_int code);

/// Throws nopal::Error "OpenCL cannot <what>: <name of the code>" unless the code is CL_SUCCESS.
void check(cl_int code, const std::string& what);

std::string text(cl_platform_id platform, cl_platform_info what);
std::string text(cl_device_id device, cl_device_info what);

template <class Number> Number number(cl_device_id device, cl_device_info what) {
  Number value{};
  check(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "describe a device");
  return value;
}

struct Release {
  void operator()(cl_context object) const { clReleaseContext(object); }
  void operator()(cl_command_queue object) const { clReleaseCommandQueue(object); }
  void operator()(cl_program object) const { clReleaseProgram(object); }
  void operator()(cl_kernel object) const { clReleaseKernel(object); }
};
template <class Handle> using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;
using Context = Owned<cl_context>;
using CommandQueue = Owned<cl_command_queue>;
using Program = Owned<cl_program>;
using KernelObject = Owned<cl_kernel>;

} // namespace nopal::opencl
