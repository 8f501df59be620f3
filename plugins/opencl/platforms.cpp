#include "platforms.hpp"

#include "installed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace nopal::opencl {

namespace {

/// Returns "OpenCL 3.0 PoCL 3.1+debian" from "OpenCL 3.0 PoCL 3.1+debian  Linux, RELOC, ...".
std::string short_version(const std::string& version) { return version.substr(0, version.find("  ")); }

/// Returns why nopal cannot use the device. Empty: it can.
std::string why_not(cl_device_id device) {
  if (number<cl_bool>(device, CL_DEVICE_AVAILABLE) == CL_FALSE) return "it is not available";
  if (number<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) == CL_FALSE) return "it has no compiler";
  if (number<cl_device_fp_config>(device, CL_DEVICE_DOUBLE_FP_CONFIG) == 0) return "it has no double precision";
  if (number<cl_bool>(device, CL_DEVICE_ENDIAN_LITTLE) == CL_FALSE) return "its byte order is not the host's";
  return {};
}

FoundDevice describe(cl_platform_id platform, cl_device_id device) {
  FoundDevice found;
  found.id = device;
  found.platform = text(platform, CL_PLATFORM_NAME);
  found.description.name = text(device, CL_DEVICE_NAME);
  found.description.api = short_version(text(platform, CL_PLATFORM_VERSION));
  found.description.native = "opencl";
  found.description.is_gpu = (number<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
  found.description.memory_total = number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
  found.description.allocation_limit = number<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  found.description.limits.max_threads = static_cast<long>(number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  std::vector<std::size_t> along(number<cl_uint>(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)); // at least 3
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, along.size() * sizeof along[0], along.data(), nullptr),
        "describe a device");
  std::copy_n(along.begin(), 3, found.description.limits.max_along.begin());
  found.description.limits.max_shared_bytes = number<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  found.description.adds_reals =
      text(device, CL_DEVICE_EXTENSIONS).find("cl_khr_int64_base_atomics") != std::string::npos;
  found.description.compute_units = number<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
  found.compiler = fmt::format("{}, {}, driver {}", found.platform, text(platform, CL_PLATFORM_VERSION),
                               text(device, CL_DRIVER_VERSION));
  found.model = fmt::format("{}, {}, {}", text(device, CL_DEVICE_VENDOR), found.description.name,
                            text(device, CL_DEVICE_VERSION));
  return found;
}

void search_platform(cl_platform_id platform, Search& found) {
  cl_uint n = 0;
  const cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &n);
  if (code != CL_SUCCESS || n == 0) {
    found.unusable.push_back(fmt::format("platform {} has no device ({})", text(platform, CL_PLATFORM_NAME),
                                         code == CL_SUCCESS ? "it lists none" : error_name(code)));
    return;
  }
  std::vector<cl_device_id> devices(n);
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, n, devices.data(), nullptr), "list devices");
  for (const cl_device_id device : devices) {
    const std::string reason = why_not(device);
    if (reason.empty())
      found.usable.push_back(describe(platform, device));
    else
      found.unusable.push_back(
          fmt::format("{} of platform {}: {}", text(device, CL_DEVICE_NAME), text(platform, CL_PLATFORM_NAME), reason));
  }
}

bool contains(const std::string& text, const std::string& part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

struct Wish {
  std::string platform;
  std::optional<std::size_t> device;
  std::optional<bool> rows;
};

Wish read_options(const std::vector<std::string>& options) {
  Wish wish;
  for (const std::string& option : options) {
    const std::size_t equals = std::min(option.find('='), option.size());
    const std::string key = option.substr(0, equals);
    const std::string value = equals < option.size() ? option.substr(equals + 1) : "";
    if (key == "platform" && !value.empty())
      wish.platform = value;
    else if (key == "device") {
      std::size_t number = 0;
      const auto end = value.data() + value.size();
      if (const auto [rest, error] = std::from_chars(value.data(), end, number); error != std::errc{} || rest != end) {
        throw Error(fmt::format("accelerator.device_options: \"{}\" is not device=<number>, counted from 0", option));
      }
      wish.device = number;
    } else if (key == "work_items" && (value == "rows" || value == "points")) {
      wish.rows = value == "rows";
    } else {
      throw Error(fmt::format("accelerator.device_options: the device opencl does not know \"{}\"; it knows "
                              "\"platform=<part of a platform's name>\", \"device=<number>\", \"work_items=rows\" "
                              "and \"work_items=points\"",
                              option));
    }
  }
  return wish;
}

} // namespace

Search search() {
  Search found;
  cl_uint n = 0;
  const cl_int code = clGetPlatformIDs(0, nullptr, &n);
  if (code != CL_SUCCESS || n == 0) {
    const std::string said = code == CL_SUCCESS ? "the loader lists none" : error_name(code);
    found.unusable = not_loaded();
    if (found.unusable.empty())
      found.unusable.push_back(fmt::format(
          "no OpenCL platform is installed ({}); install a driver, or pocl-opencl-icd to run on the CPU", said));
    else
      found.unusable.front() =
          fmt::format("OpenCL is installed, but cannot be loaded ({}): {}", said, found.unusable.front());
    return found;
  }
  std::vector<cl_platform_id> platforms(n);
  check(clGetPlatformIDs(n, platforms.data(), nullptr), "list platforms");
  for (const cl_platform_id platform : platforms) search_platform(platform, found);
  return found;
}

const FoundDevice& choose(const std::vector<FoundDevice>& devices, const DeviceOptions& options) {
  const Wish wish = read_options(options.options);
  std::vector<const FoundDevice*> left;
  std::vector<std::string> all, names;
  for (const FoundDevice& device : devices) {
    all.push_back(fmt::format("{} (platform {})", device.description.name, device.platform));
    if (!wish.platform.empty() && !contains(device.platform, wish.platform)) continue;
    left.push_back(&device);
    names.push_back(all.back());
  }
  if (left.empty())
    throw Error(fmt::format("accelerator.device_options: no usable OpenCL device has a platform with \"{}\" in its "
                            "name; the usable devices are: {}",
                            wish.platform, fmt::join(all, ", ")));
  if (wish.device && *wish.device >= left.size())
    throw Error(fmt::format("accelerator.device_options asks for device={}, but nopal can choose from {} OpenCL "
                            "devices, counted from 0: {}",
                            *wish.device, left.size(), fmt::join(names, ", ")));
  return *left[wish.device.value_or(static_cast<std::size_t>(std::max(0, options.index)) % left.size())];
}

bool work_items_are_rows(const FoundDevice& device, const DeviceOptions& options) {
  return read_options(options.options).rows.value_or(!device.description.is_gpu);
}

} // namespace nopal::opencl
