// A libcuda in the host's memory, for tests of the cuda plugin on machines without a GPU. Streams are as lazy as the
// API allows: a command runs only when something waits for it or for a later command of its stream. So the tests find a
// missing order between streams, and host memory that is freed too early.
//
// NOPAL_EMULATED_INIT: the result of cuInit. NOPAL_EMULATED_MEMORY: bytes of each of the two devices.
// Tests cause failures with nopal_emulated_fail and nopal_emulated_fault. NOPAL_EMULATED_FAULT=<n>: launch number n,
// from 0, accesses an illegal address.

#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

/// The same structure as in shim.hpp.
struct Launch {
  void (*run)(Launch*, const unsigned* grid, const unsigned* block);
  void (*drop)(Launch*);
};

/// A place in a stream. It is done when the stream has reached it.
struct Mark {
  CUstream stream;
  bool done = false;
  std::chrono::steady_clock::time_point when{};
};

} // namespace

struct CUctx_st {
  std::map<CUdeviceptr, std::size_t> memory;
  std::size_t used = 0;
  std::vector<CUstream> streams;
  CUresult fault = CUDA_SUCCESS; ///< error of a kernel; every later call returns it
};
struct CUstream_st {
  CUcontext context;
  std::deque<std::function<void()>> commands;
};
struct CUevent_st {
  std::shared_ptr<Mark> mark;
  bool timed;
};
struct CUmod_st {
  void* library;
};
struct CUfunc_st {
  Launch* (*bind)(void** values);
  unsigned allowed_bytes = 48 * 1024; ///< largest shared memory of a launch
};

namespace {

constexpr int n_devices = 2;
CUctx_st contexts[n_devices];
std::vector<CUcontext> current;
std::set<void*> registered; // host memory that cuMemHostRegister has page-locked
std::map<std::string, CUfunc_st> functions;

std::size_t capacity() {
  const char* bytes = std::getenv("NOPAL_EMULATED_MEMORY");
  return bytes != nullptr ? std::strtoull(bytes, nullptr, 10) : std::size_t{1} << 30;
}

void step(CUstream stream) {
  const auto command = std::move(stream->commands.front());
  stream->commands.pop_front();
  command();
}
// After a fault no command runs.
void reach(const Mark& mark) {
  while (!mark.done && mark.stream->context->fault == CUDA_SUCCESS) step(mark.stream);
}
void drain(CUstream stream) {
  while (!stream->commands.empty() && stream->context->fault == CUDA_SUCCESS) step(stream);
  stream->commands.clear();
}

struct Ordered {
  std::string call;
  int after = 0; ///< number of calls that succeed before
  CUresult code = CUDA_SUCCESS;
};
Ordered failure;     // of a call
Ordered fault = [] { // of a kernel, when it runs
  const char* after = std::getenv("NOPAL_EMULATED_FAULT");
  return after != nullptr ? Ordered{"", std::atoi(after), CUDA_ERROR_ILLEGAL_ADDRESS} : Ordered{};
}();

bool is_due(Ordered& ordered) { return ordered.code != CUDA_SUCCESS && ordered.after-- == 0; }

/// Returns the error of a call before it does anything. Some functions have a version in their name: cuMemAlloc_v2.
CUresult begin(const std::string& function) {
  const std::string name = function.substr(0, function.find("_v"));
  if (name == failure.call && is_due(failure)) return std::exchange(failure, {}).code;
  return current.empty() ? CUDA_ERROR_INVALID_CONTEXT : current.back()->fault;
}

/// Returns true if the bytes lie in one allocation of the current context.
bool holds(CUdeviceptr memory, std::size_t bytes) {
  auto& all = current.back()->memory;
  auto next = all.upper_bound(memory);
  if (next == all.begin()) return false;
  const auto& [start, size] = *--next;
  return memory + bytes <= start + size;
}

} // namespace

#define NEEDS_CONTEXT                                                                                                  \
  if (const CUresult code = begin(__func__); code != CUDA_SUCCESS) return code

/// After `after` more calls of the function, the next one does nothing and returns the code.
extern "C" void nopal_emulated_fail(const char* call, int after, int code) {
  failure = {call, after, static_cast<CUresult>(code)};
}
/// After `after` more launches, the next kernel fails when it runs.
extern "C" void nopal_emulated_fault(int after, int code) { fault = {"", after, static_cast<CUresult>(code)}; }
/// Contexts work again, and no failure is planned any more.
extern "C" void nopal_emulated_mend() {
  failure = fault = {};
  for (CUctx_st& context : contexts) context.fault = CUDA_SUCCESS;
}

/// Returns how many pieces of host memory are page-locked by cuMemHostRegister.
extern "C" int nopal_emulated_registered() { return static_cast<int>(registered.size()); }

CUresult cuInit(unsigned) {
  const char* result = std::getenv("NOPAL_EMULATED_INIT");
  return result != nullptr ? static_cast<CUresult>(std::atoi(result)) : CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  *version = 12040;
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult code, const char** name) {
  switch (code) {
  case CUDA_ERROR_OUT_OF_MEMORY:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    break;
  case CUDA_ERROR_NO_DEVICE:
    *name = "CUDA_ERROR_NO_DEVICE";
    break;
  case CUDA_ERROR_INVALID_VALUE:
    *name = "CUDA_ERROR_INVALID_VALUE";
    break;
  case CUDA_ERROR_INVALID_CONTEXT:
    *name = "CUDA_ERROR_INVALID_CONTEXT";
    break;
  case CUDA_ERROR_INVALID_IMAGE:
    *name = "CUDA_ERROR_INVALID_IMAGE";
    break;
  case CUDA_ERROR_ILLEGAL_ADDRESS:
    *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
    break;
  case CUDA_ERROR_LAUNCH_FAILED:
    *name = "CUDA_ERROR_LAUNCH_FAILED";
    break;
  case CUDA_ERROR_NOT_FOUND:
    *name = "CUDA_ERROR_NOT_FOUND";
    break;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult code, const char** text) {
  *text = "as the emulated driver says";
  return code == CUDA_SUCCESS ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int index) {
  *device = index;
  return index < n_devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int* n) {
  *n = n_devices;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  std::strncpy(name, ("Emulated GPU " + std::to_string(device)).c_str(), static_cast<std::size_t>(length));
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = 9;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
    *value = 1024;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
    *value = 64;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    *value = 227 * 1024;
    break;
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    *value = 2;
    break;
  default:
    *value = 0;
  }
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice) {
  *bytes = capacity();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  *context = &contexts[device];
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
CUresult cuCtxPushCurrent(CUcontext context) {
  if (failure.call == "cuCtxPushCurrent" && is_due(failure)) return std::exchange(failure, {}).code;
  current.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = current.empty() ? nullptr : current.back();
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (current.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *context = current.back();
  current.pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  NEEDS_CONTEXT;
  const std::vector<CUstream> streams = current.back()->streams;
  std::for_each(streams.rbegin(), streams.rend(), drain);
  return current.back()->fault;
}

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  NEEDS_CONTEXT;
  *total = capacity();
  *free = capacity() - current.back()->used;
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr* memory, std::size_t bytes) {
  NEEDS_CONTEXT;
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (bytes > capacity() - current.back()->used) return CUDA_ERROR_OUT_OF_MEMORY;
  void* block = std::malloc(bytes);
  std::memset(block, 0xff, bytes); // NaN until it is written
  *memory = reinterpret_cast<CUdeviceptr>(block);
  current.back()->memory[*memory] = bytes;
  current.back()->used += bytes;
  return CUDA_SUCCESS;
}
// These functions free resources. They also work after a fault.
CUresult cuMemFree(CUdeviceptr memory) {
  const CUresult code = begin(__func__);
  if (current.empty()) return code;
  const auto found = current.back()->memory.find(memory);
  if (found == current.back()->memory.end()) return CUDA_ERROR_INVALID_VALUE;
  cuCtxSynchronize();
  std::free(reinterpret_cast<void*>(memory));
  current.back()->used -= found->second;
  current.back()->memory.erase(found);
  return code;
}
CUresult cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
  NEEDS_CONTEXT;
  *memory = std::malloc(bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemFreeHost(void* memory) {
  const CUresult code = begin(__func__);
  std::free(memory);
  return code;
}
CUresult cuMemHostRegister(void* memory, std::size_t bytes, unsigned) {
  NEEDS_CONTEXT;
  return bytes == 0 || !registered.insert(memory).second ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void* memory) {
  const CUresult code = begin(__func__);
  return registered.erase(memory) == 0 ? CUDA_ERROR_INVALID_VALUE : code;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  NEEDS_CONTEXT;
  if (!holds(to, bytes)) return CUDA_ERROR_INVALID_VALUE;
  stream->commands.push_back([=] { std::memcpy(reinterpret_cast<void*>(to), from, bytes); });
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  NEEDS_CONTEXT;
  if (!holds(from, bytes)) return CUDA_ERROR_INVALID_VALUE;
  stream->commands.push_back([=] { std::memcpy(to, reinterpret_cast<const void*>(from), bytes); });
  return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
  NEEDS_CONTEXT;
  *stream = new CUstream_st{current.back(), {}};
  current.back()->streams.push_back(*stream);
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  const CUresult code = begin(__func__);
  drain(stream);
  std::erase(stream->context->streams, stream);
  delete stream;
  return code;
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  NEEDS_CONTEXT;
  if (stream == nullptr || stream->context != current.back()) return CUDA_ERROR_INVALID_HANDLE;
  stream->commands.push_back([=] { function(data); });
  return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  NEEDS_CONTEXT;
  if (event->mark) stream->commands.push_back([mark = event->mark] { reach(*mark); });
  return CUDA_SUCCESS;
}
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  NEEDS_CONTEXT;
  *event = new CUevent_st{nullptr, (flags & CU_EVENT_DISABLE_TIMING) == 0};
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
  const CUresult code = begin(__func__);
  delete event;
  return code;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  NEEDS_CONTEXT;
  event->mark = std::make_shared<Mark>(Mark{stream});
  stream->commands.push_back([mark = event->mark] {
    mark->done = true;
    mark->when = std::chrono::steady_clock::now();
  });
  return CUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent event) {
  NEEDS_CONTEXT;
  if (event->mark) reach(*event->mark);
  return current.back()->fault;
}

CUresult cuEventQuery(CUevent event) {
  NEEDS_CONTEXT;
  return !event->mark || event->mark->done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
// Drivers of all versions have this name. cuda.h uses a newer one.
#undef cuEventElapsedTime
extern "C" CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  NEEDS_CONTEXT;
  if (!start->timed || !end->timed || !start->mark || !end->mark) return CUDA_ERROR_INVALID_HANDLE;
  if (!start->mark->done || !end->mark->done) return CUDA_ERROR_NOT_READY;
  *milliseconds = std::chrono::duration<float, std::milli>(end->mark->when - start->mark->when).count();
  return CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
  NEEDS_CONTEXT;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, image, sizeof bytes);
  if (bytes > (std::uint64_t{1} << 28)) return CUDA_ERROR_INVALID_IMAGE;
  const int file = memfd_create("kernel", 0);
  const bool written = write(file, static_cast<const char*>(image) + sizeof bytes, bytes) == static_cast<long>(bytes);
  void* library = written ? dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  // The loader identifies a library by its path, so the descriptor stays open and no other file gets the same path.
  if (library == nullptr) return CUDA_ERROR_INVALID_IMAGE;
  *module = new CUmod_st{library};
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  const CUresult code = begin(__func__);
  delete module;
  return code;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  NEEDS_CONTEXT;
  void* bind = dlsym(module->library, ("nopal_bind_" + std::string(name)).c_str());
  if (bind == nullptr) return CUDA_ERROR_NOT_FOUND;
  *function = &(functions[std::to_string(reinterpret_cast<std::uintptr_t>(bind))] = {
                    reinterpret_cast<Launch* (*)(void**)>(bind)});
  return CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction) {
  NEEDS_CONTEXT;
  *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  NEEDS_CONTEXT;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || value > 227 * 1024)
    return CUDA_ERROR_INVALID_VALUE;
  function->allowed_bytes = static_cast<unsigned>(value);
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared_bytes, CUstream stream, void** values, void**) {
  NEEDS_CONTEXT;
  if (std::min({gx, gy, gz, bx, by, bz}) == 0 || gx > 0x7fffffff || std::max(gy, gz) > 65535 || bz > 64 ||
      bx * by * bz > 1024 || shared_bytes > function->allowed_bytes)
    return CUDA_ERROR_INVALID_VALUE;
  const std::shared_ptr<Launch> launch(function->bind(values), [](Launch* l) { l->drop(l); });
  const CUresult fails = is_due(fault) ? std::exchange(fault, {}).code : CUDA_SUCCESS;
  stream->commands.push_back([=] {
    if (fails != CUDA_SUCCESS) {
      stream->context->fault = fails;
      return;
    }
    const unsigned grid[3] = {gx, gy, gz};
    const unsigned block[3] = {bx, by, bz};
    launch->run(launch.get(), grid, block);
  });
  return CUDA_SUCCESS;
}
