#include "module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>
#include <memory>
#include <type_traits>

namespace nopal::cuda {

namespace {

struct Loaded {
  CUmodule module = nullptr;
  std::string why; ///< reason, if the module is null
};

Loaded load_module(const Driver& driver, const std::string& code) {
  std::array<char, 8192> log{};
  std::array<CUjit_option, 2> options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> values{log.data(), std::bit_cast<void*>(log.size())};
  Loaded loaded;
  const CUresult result = driver.cuModuleLoadDataEx(&loaded.module, code.c_str(), static_cast<unsigned>(options.size()),
                                                    options.data(), values.data());
  log.back() = '\0';
  if (result != CUDA_SUCCESS) loaded = {nullptr, driver.error_name(result) + " " + log.data()};
  return loaded;
}

} // namespace

Function load_function(const Driver& driver, const Nvrtc& nvrtc, KernelCache& cache, const FunctionSource& source,
                       const Target& target, const std::string& device, const KernelArithmetic& arithmetic) {
  const std::vector<std::string> options = compiler_options(target, arithmetic);
  Loaded loaded;
  const std::string code = cache.get(
      code_key(nvrtc, source, options, device), source.label,
      [&] { return compile_cuda(nvrtc, source, target, options); },
      [&](const std::string& found) {
        loaded = load_module(driver, found);
        return loaded.module != nullptr;
      });
  if (loaded.module == nullptr) loaded = load_module(driver, code);
  if (loaded.module == nullptr) {
    throw Error(fmt::format("the CUDA driver {} does not accept the code of {} that NVRTC {} compiled with \"{}\": {}",
                            version_text(driver.version), source.label, version_text(nvrtc.version),
                            fmt::join(options, " "), loaded.why));
  }
  const auto unload = [&driver](CUmodule module) { driver.cuModuleUnload(module); };
  std::unique_ptr<std::remove_pointer_t<CUmodule>, decltype(unload)> module(loaded.module, unload);
  Function function{nullptr, nullptr, source.label};
  driver.check(driver.cuModuleGetFunction(&function.entry, module.get(), source.entry.c_str()),
               fmt::format("find the entry point {} of {}", source.entry, source.label));
  driver.check(
      driver.cuFuncGetAttribute(&function.largest_group, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function.entry),
      "tell the largest block of " + source.label);
  driver.check(driver.cuFuncGetAttribute(&function.shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function.entry),
               "tell the shared memory of " + source.label);
  function.module = module.release();
  return function;
}

} // namespace nopal::cuda
