// The functions in OpenCL C, on each device of this machine. Each function is compiled alone, with what it uses.

#include "forms.hpp"

#include "core/maths/device_texts.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <memory>
#include <stdexcept>

namespace nopal::test {

namespace {

void check(cl_int code, const std::string& what) {
  if (code != CL_SUCCESS) throw std::runtime_error("OpenCL: " + what + ": error " + std::to_string(code));
}

class Device {
public:
  Device(cl_device_id device, std::string name)
      : device_(device), name_(std::move(name)), kernels_(functions().size()) {
    cl_int code = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
    check(code, "create a context on " + name_);
    queue_ = clCreateCommandQueue(context_, device_, 0, &code);
    check(code, "create a queue on " + name_);
  }

  void compute(std::size_t function, const double* a, const double* b, double* result, long n) {
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(double);
    if (kernels_[function] == nullptr) kernels_[function] = kernel(functions()[function]);
    cl_kernel launched = kernels_[function];
    const cl_mem given[] = {copied(a, bytes), copied(b == nullptr ? a : b, bytes), copied(a, bytes)};
    for (cl_uint i = 0; i < 3; ++i) check(clSetKernelArg(launched, i, sizeof(cl_mem), &given[i]), "set an argument");
    const auto items = static_cast<std::size_t>(n);
    check(clEnqueueNDRangeKernel(queue_, launched, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
    check(clEnqueueReadBuffer(queue_, given[2], CL_TRUE, 0, bytes, result, 0, nullptr, nullptr), "read the results");
    for (const cl_mem& each : given) clReleaseMemObject(each);
  }

private:
  // Returns a buffer with these values. The caller releases it.
  cl_mem copied(const double* values, std::size_t bytes) {
    cl_int code = CL_SUCCESS;
    const cl_mem memory = clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, bytes, const_cast<double*>(values), &code);
    check(code, "create a buffer");
    return memory;
  }

  cl_kernel kernel(const Named& function) {
    const std::string_view name = function.name;
    const std::string text =
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" + std::string(maths::opencl_instructions) +
        maths::opencl_text({&name, 1}) +
        "kernel void compute(global const double* a, global const double* b, global double* result) {\n"
        "  const long n = (long)get_global_id(0);\n  result[n] = nopal_" +
        std::string(name) + (function.n_arguments == 1 ? "(a[n]);\n}\n" : "(a[n], b[n]);\n}\n");
    const char* source = text.c_str();
    cl_int code = CL_SUCCESS;
    const cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &code);
    check(code, "take a source");
    if (clBuildProgram(program, 1, &device_, "-cl-std=CL1.2", nullptr, nullptr) != CL_SUCCESS) {
      std::string log(10000, '\0');
      clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      throw std::runtime_error(name_ + " does not compile " + std::string(name) + ":\n" + log.c_str());
    }
    const cl_kernel compiled = clCreateKernel(program, "compute", &code);
    check(code, "create a kernel");
    return compiled;
  }

  cl_device_id device_;
  std::string name_;
  std::vector<cl_kernel> kernels_; // null until it is needed
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

} // namespace

std::vector<Form> on_opencl() {
  std::vector<Form> list;
  cl_platform_id platforms[16];
  cl_uint n_platforms = 0;
  if (clGetPlatformIDs(16, platforms, &n_platforms) != CL_SUCCESS) return list;
  for (cl_uint p = 0; p < n_platforms; ++p) {
    cl_device_id devices[16];
    cl_uint n_devices = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &n_devices) != CL_SUCCESS) continue;
    for (cl_uint d = 0; d < n_devices; ++d) {
      cl_device_fp_config doubles = 0;
      char name[256] = {};
      clGetDeviceInfo(devices[d], CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, nullptr);
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, sizeof name - 1, name, nullptr);
      if (doubles == 0) continue;
      // Its OpenCL objects are never released: a driver may end before static objects of this program do.
      auto device = std::make_shared<Device>(devices[d], name);
      list.push_back({std::string("OpenCL on ") + name,
                      [device](std::size_t function, const double* a, const double* b, double* result, long n) {
                        device->compute(function, a, b, result, n);
                      }});
    }
  }
  return list;
}

} // namespace nopal::test
