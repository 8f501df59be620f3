// Starts MPI and OpenCL as nopal does, then makes the mistake that its argument names.

#include <mpi.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstring>

namespace {

// The noinline call keeps the pointer out of registers and stack, so nothing points to the memory afterwards.
__attribute__((noinline)) void leak(std::size_t bytes) {
  char* volatile memory = new char[bytes];
  memory[0] = 1;
  memory = nullptr;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  cl_uint platforms = 0;
  clGetPlatformIDs(0, nullptr, &platforms);
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (platforms > 0 && clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS &&
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS) {
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    clReleaseContext(context);
  }

  const char* fault = argc > 1 ? argv[1] : "nothing";
  if (std::strcmp(fault, "leak") == 0) leak(1234);
  if (std::strcmp(fault, "overflow") == 0) {
    // The volatile pointer hides the size from UBSan, which would otherwise report the store first.
    char* volatile memory = new char[10];
    const volatile int beyond = 10 + argc - 2;
    memory[beyond] = 1;
    delete[] memory;
  }
  MPI_Finalize();
  return 0;
}
