#include "api.hpp"

#include <nopal/device.hpp>

#include <fmt/format.h>

namespace nopal::opencl {

namespace {

const char* name_of(cl_int code) {
  switch (code) {
#define NOPAL_CASE(name)                                                                                               \
  case name:                                                                                                           \
    return #name
    NOPAL_CASE(CL_DEVICE_NOT_FOUND);
    NOPAL_CASE(CL_DEVICE_NOT_AVAILABLE);
    NOPAL_CASE(CL_COMPILER_NOT_AVAILABLE);
    NOPAL_CASE(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    NOPAL_CASE(CL_OUT_OF_RESOURCES);
    NOPAL_CASE(CL_OUT_OF_HOST_MEMORY);
    NOPAL_CASE(CL_BUILD_PROGRAM_FAILURE);
    NOPAL_CASE(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    NOPAL_CASE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    NOPAL_CASE(CL_COMPILE_PROGRAM_FAILURE);
    NOPAL_CASE(CL_LINKER_NOT_AVAILABLE);
    NOPAL_CASE(CL_LINK_PROGRAM_FAILURE);
    NOPAL_CASE(CL_INVALID_VALUE);
    NOPAL_CASE(CL_INVALID_PLATFORM);
    NOPAL_CASE(CL_INVALID_DEVICE);
    NOPAL_CASE(CL_INVALID_CONTEXT);
    NOPAL_CASE(CL_INVALID_COMMAND_QUEUE);
    NOPAL_CASE(CL_INVALID_MEM_OBJECT);
    NOPAL_CASE(CL_INVALID_BINARY);
    NOPAL_CASE(CL_INVALID_BUILD_OPTIONS);
    NOPAL_CASE(CL_INVALID_PROGRAM);
    NOPAL_CASE(CL_INVALID_PROGRAM_EXECUTABLE);
    NOPAL_CASE(CL_INVALID_KERNEL_NAME);
    NOPAL_CASE(CL_INVALID_KERNEL_DEFINITION);
    NOPAL_CASE(CL_INVALID_KERNEL);
    NOPAL_CASE(CL_INVALID_ARG_INDEX);
    NOPAL_CASE(CL_INVALID_ARG_VALUE);
    NOPAL_CASE(CL_INVALID_ARG_SIZE);
    NOPAL_CASE(CL_INVALID_KERNEL_ARGS);
    NOPAL_CASE(CL_INVALID_WORK_DIMENSION);
    NOPAL_CASE(CL_INVALID_WORK_GROUP_SIZE);
    NOPAL_CASE(CL_INVALID_WORK_ITEM_SIZE);
    NOPAL_CASE(CL_INVALID_GLOBAL_OFFSET);
    NOPAL_CASE(CL_INVALID_EVENT_WAIT_LIST);
    NOPAL_CASE(CL_INVALID_EVENT);
    NOPAL_CASE(CL_INVALID_OPERATION);
    NOPAL_CASE(CL_INVALID_BUFFER_SIZE);
    NOPAL_CASE(CL_INVALID_GLOBAL_WORK_SIZE);
    NOPAL_CASE(CL_INVALID_PROPERTY);
#undef NOPAL_CASE
  case -1001:
    return "CL_PLATFORM_NOT_FOUND_KHR";
  default:
    return "an unknown error";
  }
}

// Both query functions of the API have this form.
template <class Object, class Function> std::string text_of(Function function, Object object, cl_uint what) {
  std::size_t bytes = 0;
  check(function(object, what, 0, nullptr, &bytes), "describe a platform or device");
  std::string text(bytes, '\0');
  check(function(object, what, bytes, text.data(), nullptr), "describe a platform or device");
  text.resize(text.find_last_not_of(std::string(" \0", 2)) + 1);
  return text;
}

} // namespace

std::string error_name(cl_int code) { return fmt::format("{} ({})", name_of(code), code); }

void check(cl_int code, const std::string& what) {
  if (code != CL_SUCCESS) throw Error(fmt::format("OpenCL cannot {}: {}", what, error_name(code)));
}

std::string text(cl_platform_id platform, cl_platform_info what) { return text_of(clGetPlatformInfo, platform, what); }
std::string text(cl_device_id device, cl_device_info what) { return text_of(clGetDeviceInfo, device, what); }

} // namespace nopal::opencl
