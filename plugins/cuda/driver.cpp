#include "driver.hpp"

#include <nopal/device.hpp>

#include <fmt/format.h>

namespace nopal::cuda {

namespace {

// The second macro expands the name first, so that the text is the versioned name of cuda.h.
#define NOPAL_TEXT_OF(name) #name
#define NOPAL_TEXT(name) NOPAL_TEXT_OF(name)

DriverSearch open_driver() {
  static Driver driver;
  const Library library({"libcuda.so.1"});
  if (!library) return {nullptr, "NVIDIA's driver is not installed (" + library.why() + ")"};
#define NOPAL_LOAD(name)                                                                                               \
  driver.name = reinterpret_cast<decltype(driver.name)>(library.symbol(NOPAL_TEXT(name)));                             \
  if (driver.name == nullptr) {                                                                                        \
    return {nullptr, "NVIDIA's driver is too old: " + library.path() + " has no function " NOPAL_TEXT(name)};          \
  }
  NOPAL_DRIVER_FUNCTIONS(NOPAL_LOAD)
#undef NOPAL_LOAD
  driver.elapsed = reinterpret_cast<decltype(driver.elapsed)>(library.symbol("cuEventElapsedTime"));
  if (const CUresult code = driver.cuInit(0); code != CUDA_SUCCESS) {
    return {nullptr, "NVIDIA's driver does not start: cuInit says " + driver.error_name(code)};
  }
  driver.check(driver.cuDriverGetVersion(&driver.version), "tell the driver's version");
  return {&driver, ""};
}

} // namespace

const DriverSearch& find_driver() {
  static const DriverSearch search = open_driver();
  return search;
}

std::string Driver::error_name(CUresult code) const {
  const char* name = nullptr;
  const char* description = nullptr;
  if (cuGetErrorName(code, &name) != CUDA_SUCCESS || name == nullptr) return fmt::format("error {}", int(code));
  if (cuGetErrorString(code, &description) != CUDA_SUCCESS || description == nullptr) return name;
  return fmt::format("{} ({})", name, description);
}

void Driver::check(CUresult code, const std::string& what) const {
  if (code != CUDA_SUCCESS) throw Error(fmt::format("CUDA cannot {}: {}", what, error_name(code)));
}

CurrentContext::CurrentContext(const Driver& driver, CUcontext context) noexcept
    : driver_(driver), code_(driver.cuCtxPushCurrent(context)) {}

CurrentContext::~CurrentContext() {
  if (code_ != CUDA_SUCCESS) return; // it was not pushed, so this would pop the caller's context
  CUcontext popped = nullptr;
  driver_.cuCtxPopCurrent(&popped);
}

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

} // namespace nopal::cuda
