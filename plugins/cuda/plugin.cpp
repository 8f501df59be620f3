#include "queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace nopal::cuda {

namespace {

FoundDevice describe(const Driver& driver, int index) {
  FoundDevice found;
  driver.check(driver.cuDeviceGet(&found.id, index), fmt::format("open device {}", index));
  std::array<char, 256> name{};
  driver.check(driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, found.id), "name a device");
  const auto attribute = [&](CUdevice_attribute which, const std::string& what) {
    int value = 0;
    driver.check(driver.cuDeviceGetAttribute(&value, which, found.id), "tell " + what);
    return value;
  };
  const std::string capability = "a device's compute capability";
  found.architecture = 10 * attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, capability) +
                       attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, capability);
  found.description.limits.max_threads =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, "how many threads a block may have");
  found.description.limits.max_along = {
      attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, "how many threads a block may have along x"),
      attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, "how many threads a block may have along y"),
      attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, "how many threads a block may have along z")};
  // A kernel gets this much only if its attribute is set.
  found.description.limits.max_shared_bytes = static_cast<std::size_t>(
      attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, "how much memory a block may share"));
  found.description.compute_units =
      attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, "how many multiprocessors a device has");
  driver.check(driver.cuDeviceTotalMem(&found.description.memory_total, found.id), "tell a device's memory");
  found.description.name = name.data();
  found.description.api = "CUDA " + version_text(driver.version);
  found.description.native = "cuda";
  found.description.is_gpu = true;
  found.description.adds_reals = found.architecture >= 60;
  return found;
}

/// Returns the number of "device=<number>" among the options, or index if there is none.
int wished_device(const DeviceOptions& options) {
  int wish = options.index;
  for (const std::string& option : options.options) {
    const std::string key = "device=";
    const char* end = option.data() + option.size();
    const char* start = option.data() + std::min(key.size(), option.size());
    const auto [rest, error] = std::from_chars(start, end, wish);
    if (!option.starts_with(key) || error != std::errc{} || rest != end || wish < 0) {
      throw Error(fmt::format("accelerator.device_options: the device cuda does not know \"{}\"; it knows only "
                              "\"device=<number>\", counted from 0",
                              option));
    }
  }
  return wish;
}

class CudaPlugin final : public DevicePlugin {
public:
  std::vector<DeviceDescription> find(int /*threads*/) override {
    search();
    std::vector<DeviceDescription> descriptions;
    for (const FoundDevice& device : devices_) descriptions.push_back(device.description);
    return descriptions;
  }

  std::string why_none() override {
    search();
    return why_none_;
  }

  int priority(const DeviceDescription& /*device*/) const override { return 20; }

  BackendTraits traits() const override {
    BackendTraits traits;
    traits.blocks = "in any order and at the same time, on the multiprocessors of the GPU";
    traits.threads = "at the same time, 32 of a warp together";
    traits.index = "threadIdx";
    traits.shared = "shared memory of a multiprocessor";
    traits.sync = "__syncthreads";
    traits.atomics = "those of CUDA; loops of atomicCAS for the others";
    return traits;
  }

  std::unique_ptr<Device> open(const DeviceOptions& options) override {
    search();
    if (devices_.empty()) throw Error("the device cuda cannot be opened: " + why_none_);
    const int wish = wished_device(options);
    if (wish < 0 || wish >= static_cast<int>(devices_.size())) {
      throw Error(fmt::format("accelerator.device_options asks for device={}, but nopal found {} CUDA devices, "
                              "counted from 0",
                              wish, devices_.size()));
    }
    return std::make_unique<QueuedDevice>(
        std::make_unique<CudaQueues>(*find_driver().driver, *nvrtc_, devices_[wish], options), options.checked);
  }

private:
  void search() {
    if (searched_) return;
    searched_ = true;
    const DriverSearch& found = find_driver();
    why_none_ = found.why_none;
    if (found.driver == nullptr) return;
    const Driver& driver = *found.driver;
    int n = 0;
    driver.check(driver.cuDeviceGetCount(&n), "count devices");
    why_none_ = "NVIDIA's driver is here, but it finds no GPU (is CUDA_VISIBLE_DEVICES set?)";
    if (n == 0) return;
    const NvrtcSearch& compiler = find_nvrtc(driver.version);
    nvrtc_ = compiler.nvrtc;
    why_none_ = fmt::format("there are {} GPUs, but {}", n, compiler.why_none);
    if (nvrtc_ == nullptr) return;
    for (int d = 0; d < n; ++d) devices_.push_back(describe(driver, d));
  }

  bool searched_ = false;
  std::string why_none_;
  const Nvrtc* nvrtc_ = nullptr;
  std::vector<FoundDevice> devices_;
};

} // namespace

} // namespace nopal::cuda

NOPAL_DEVICE(cuda, nopal::cuda::CudaPlugin)
