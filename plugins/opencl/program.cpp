#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::opencl {

const char* const opencl_dialect = "#define NOPAL_KERNEL __kernel\n"
                                   "#define NOPAL_FUNCTION static\n"
                                   "#define NOPAL_GLOBAL __global\n"
                                   "#define NOPAL_ITEM ((long)get_global_id(0))\n"
                                   "#define NOPAL_AS_REAL(x) as_double(x)\n"
                                   "#define NOPAL_AS_BITS(x) as_long(x)\n";

// Intel's compiler for processors (2026.2.0) makes vectors of a loop with clang's __builtin_fma, but not of a loop with
// OpenCL's fma (docs/measurements.md).
std::string build_options(const FoundDevice& device, const KernelArithmetic& arithmetic) {
  const bool is_intel = device.platform == "Intel(R) OpenCL" && !device.description.is_gpu;
  return std::string("-cl-std=CL1.2") + (arithmetic.contract ? " -DNOPAL_CONTRACT" : "") +
         (arithmetic.native_maths ? " -DNOPAL_NATIVE_MATHS" : "") + (is_intel ? " -DNOPAL_CLANG_BUILTINS" : "");
}

namespace {

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::string log(bytes, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr) != CL_SUCCESS) return {};
  log.resize(std::min(log.find('\0'), log.size()));
  return log;
}

Program from_source(cl_context context, const FoundDevice& device, const FunctionSource& source,
                    const std::string& options) {
  const char* text = source.source.c_str();
  cl_int code = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context, 1, &text, nullptr, &code));
  check(code, "take the source of " + source.label);
  code = clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    throw Error(fmt::format("{} does not compile for the OpenCL device {} with options \"{}\": {}\n{}", source.label,
                            device.description.name, options, error_name(code), build_log(program.get(), device.id)));
  }
  return program;
}

/// Returns null if the driver does not accept the binary.
Program from_binary(cl_context context, const FoundDevice& device, const std::string& binary,
                    const std::string& options) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t length = binary.size();
  cl_int code = CL_SUCCESS;
  cl_int taken = CL_SUCCESS;
  Program program(clCreateProgramWithBinary(context, 1, &device.id, &length, &bytes, &taken, &code));
  if (code != CL_SUCCESS || taken != CL_SUCCESS) return nullptr;
  if (clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr) != CL_SUCCESS) return nullptr;
  return program;
}

std::string binary_of(cl_program program, const std::string& label) {
  std::size_t length = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length, nullptr),
        "tell the size of the binary of " + label);
  std::string binary(length, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr), "give the binary of " + label);
  return binary;
}

Function function_of(Program program, const FoundDevice& device, const FunctionSource& source) {
  cl_int code = CL_SUCCESS;
  KernelObject kernel(clCreateKernel(program.get(), source.entry.c_str(), &code));
  check(code, fmt::format("find the entry point {} of {}", source.entry, source.label));
  std::size_t largest = 0;
  check(clGetKernelWorkGroupInfo(kernel.get(), device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr),
        "tell the largest work-group of " + source.label);
  cl_ulong local = 0;
  check(clGetKernelWorkGroupInfo(kernel.get(), device.id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, nullptr),
        "tell the local memory of " + source.label);
  return {std::move(program), std::move(kernel), source.label, static_cast<int>(largest), local};
}

} // namespace

KernelKey binary_key(const FoundDevice& device, const FunctionSource& source, const std::string& options) {
  KernelKey key;
  key.kind = "opencl";
  key.compiler = device.compiler;
  key.options = options;
  key.device = device.model;
  key.entry = source.entry;
  key.source = source.source;
  return key;
}

Function build_function(cl_context context, const FoundDevice& device, KernelCache& cache, const FunctionSource& source,
                        const std::string& options, const std::function<void(const Function&)>& built) {
  Function function;
  const auto build = [&] {
    function = function_of(from_source(context, device, source, options), device, source);
    built(function);
    return binary_of(function.program.get(), source.label);
  };
  const auto take = [&](const std::string& binary) {
    Program program = from_binary(context, device, binary, options);
    if (program == nullptr) return false;
    try {
      function = function_of(std::move(program), device, source);
    } catch (const Error&) {
      return false;
    }
    return true;
  };
  cache.get(binary_key(device, source, options), source.label, build, take);
  return function;
}

} // namespace nopal::opencl
