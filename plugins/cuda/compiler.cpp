#include "compiler.hpp"

#include "driver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace nopal::cuda {

const char* const cuda_dialect = "#define NOPAL_KERNEL extern \"C\" __global__\n"
                                 "#define NOPAL_FUNCTION static __device__\n"
                                 "#define NOPAL_GLOBAL\n"
                                 "#define NOPAL_ITEM ((long)blockIdx.x * (long)blockDim.x + (long)threadIdx.x)\n"
                                 "#define NOPAL_AS_REAL(x) __longlong_as_double(x)\n"
                                 "#define NOPAL_AS_BITS(x) ((long)__double_as_longlong(x))\n";

namespace {

void check(const Nvrtc& nvrtc, nvrtcResult code, const std::string& what) {
  if (code != NVRTC_SUCCESS) {
    throw Error(fmt::format("NVRTC {} ({}) cannot {}: {}", version_text(nvrtc.version), nvrtc.path, what,
                            nvrtc.nvrtcGetErrorString(code)));
  }
}

std::string log_of(const Nvrtc& nvrtc, nvrtcProgram program) {
  std::size_t bytes = 0;
  if (nvrtc.nvrtcGetProgramLogSize(program, &bytes) != NVRTC_SUCCESS || bytes == 0) return {};
  std::string log(bytes, '\0');
  if (nvrtc.nvrtcGetProgramLog(program, log.data()) != NVRTC_SUCCESS) return {};
  log.resize(std::min(log.find('\0'), log.size()));
  return log;
}

} // namespace

Target choose_target(const std::vector<int>& architectures, int gpu, int nvrtc_version) {
  Target target;
  for (const int architecture : architectures) {
    if (architecture <= gpu) target.architecture = architecture;
  }
  if (target.architecture == 0) {
    throw Error(fmt::format(
        "NVRTC {} compiles for GPUs of compute capability {} and later, but this GPU has {}.{}; "
        "set NOPAL_NVRTC to an older libnvrtc.so",
        version_text(nvrtc_version),
        architectures.empty() ? "none" : fmt::format("{}.{}", architectures.front() / 10, architectures.front() % 10),
        gpu / 10, gpu % 10));
  }
  target.ptx = target.architecture / 10 != gpu / 10;
  return target;
}

std::vector<std::string> compiler_options(const Target& target, const KernelArithmetic& arithmetic) {
  std::vector<std::string> options{
      fmt::format("--gpu-architecture={}_{}", target.ptx ? "compute" : "sm", target.architecture), "--std=c++17",
      "--generate-line-info", arithmetic.contract ? "--fmad=true" : "--fmad=false"};
  if (arithmetic.contract) options.emplace_back("--define-macro=NOPAL_CONTRACT");
  if (arithmetic.native_maths) options.emplace_back("--define-macro=NOPAL_NATIVE_MATHS");
  return options;
}

KernelKey code_key(const Nvrtc& nvrtc, const FunctionSource& source, const std::vector<std::string>& options,
                   const std::string& device) {
  KernelKey key;
  key.kind = "cuda";
  key.compiler = fmt::format("NVRTC {}, {}", version_text(nvrtc.version), nvrtc.file.empty() ? nvrtc.path : nvrtc.file);
  key.options = fmt::format("{}", fmt::join(options, " "));
  key.device = device;
  key.entry = source.entry;
  key.source = source.source;
  return key;
}

std::string compile_cuda(const Nvrtc& nvrtc, const FunctionSource& source, const Target& target,
                         const std::vector<std::string>& options) {
  nvrtcProgram created = nullptr;
  check(nvrtc, nvrtc.nvrtcCreateProgram(&created, source.source.c_str(), "nopal.cu", 0, nullptr, nullptr),
        "take the source of " + source.label);
  const auto destroy = [&](nvrtcProgram program) { nvrtc.nvrtcDestroyProgram(&program); };
  const std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, decltype(destroy)> program(created, destroy);

  std::vector<const char*> arguments;
  arguments.reserve(options.size());
  for (const std::string& option : options) arguments.push_back(option.c_str());
  const nvrtcResult code =
      nvrtc.nvrtcCompileProgram(program.get(), static_cast<int>(arguments.size()), arguments.data());
  if (code != NVRTC_SUCCESS) {
    throw Error(fmt::format("{} does not compile with NVRTC {} ({}) and options \"{}\": {}\n{}", source.label,
                            version_text(nvrtc.version), nvrtc.path, fmt::join(options, " "),
                            nvrtc.nvrtcGetErrorString(code), log_of(nvrtc, program.get())));
  }
  std::size_t bytes = 0;
  check(nvrtc, (target.ptx ? nvrtc.nvrtcGetPTXSize : nvrtc.nvrtcGetCUBINSize)(program.get(), &bytes),
        "give the code of " + source.label);
  std::string compiled(bytes, '\0');
  check(nvrtc, (target.ptx ? nvrtc.nvrtcGetPTX : nvrtc.nvrtcGetCUBIN)(program.get(), compiled.data()),
        "give the code of " + source.label);
  return compiled;
}

} // namespace nopal::cuda
