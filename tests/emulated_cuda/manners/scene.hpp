#pragma once
// Makes the emulated driver fail, and opens a device with two variables and a kernel.

#include "tests/unit/opencl/opened.hpp"
#include "tests/unit/opencl/written_kernel.hpp"

#include <dlfcn.h>
#include <stdexcept>

namespace nopal::test {

// Error codes of cuda.h, which tests of the plugin do not include.
constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int illegal_address = 700;

/// The emulated libcuda, used directly by the test.
class Emulated {
public:
  Emulated() : library_(dlopen("libcuda.so.1", RTLD_NOW)) {
    if (library_ == nullptr || dlsym(library_, "nopal_emulated_fail") == nullptr)
      throw std::runtime_error("the emulated libcuda.so.1 is not on LD_LIBRARY_PATH");
  }

  void* current() const {
    void* context = nullptr;
    call<int, void**>("cuCtxGetCurrent", &context);
    return context;
  }
  /// Returns the primary context of a device.
  void* context(int device) const {
    void* context = nullptr;
    call<int, void**, int>("cuDevicePrimaryCtxRetain", &context, device);
    return context;
  }
  void push(void* context) const { call<int, void*>("cuCtxPushCurrent_v2", context); }
  void pop() const {
    void* context = nullptr;
    call<int, void**>("cuCtxPopCurrent_v2", &context);
  }
  /// The function returns the code, once, after some calls that succeed.
  void fail(const char* function, int code, int after = 0) const {
    call<void, const char*, int, int>("nopal_emulated_fail", function, after, code);
  }
  /// A kernel fails when it runs, after some that do not.
  void fault(int code, int after = 0) const { call<void, int, int>("nopal_emulated_fault", after, code); }
  /// Returns how many pieces of host memory are page-locked although they were not allocated so.
  int registered() const { return call<int>("nopal_emulated_registered"); }
  void mend() const { call<void>("nopal_emulated_mend"); }

private:
  template <class Result, class... Arguments> Result call(const char* name, Arguments... arguments) const {
    return reinterpret_cast<Result (*)(Arguments...)>(dlsym(library_, name))(arguments...);
  }
  void* library_;
};

inline Emulated& emulated() {
  static Emulated emulated;
  return emulated;
}

class Scene {
public:
  static constexpr Slot a{0, 0};
  static constexpr Slot b{1, 0};
  static constexpr std::size_t strip_bytes = 64;

  void open(bool synchronous = false) {
    DeviceOptions options;
    options.synchronous = synchronous;
    options.timed = true;
    device = plugin().open(options);
    device->timing()->mark(1);
  }
  void create() {
    SlotStorage slots[] = {slot_storage(a, {0, 0, 0}, {20, 10, 6}), slot_storage(b, {0, 0, 0}, {20, 10, 6})};
    slots[0].variable = "test::a";
    slots[1].variable = "test::b";
    layout = slots[0].layout;
    host.resize(static_cast<std::size_t>(layout.size));
    device->create_variables(slots);
  }
  void load() { handle = device->load_kernel(kernel.kernel()); }
  void launch() {
    const Slot fields[] = {a, b};
    const LaunchBox box{{{0, 0, 0}, {20, 10, 6}}, {0, 0, 0}, {0, 0, 0}};
    device->launch({handle, fields, {}, {}, {&box, 1}, &grid, {}});
  }
  Piece piece() { return {a, bytes(), 0, layout.size}; }
  void to_device() {
    const Piece all = piece();
    device->copy_to_device({&all, 1}, ticket);
  }
  void to_host() {
    const Piece all = piece();
    device->copy_to_host({&all, 1});
  }
  void send() {
    const Piece all = piece();
    ticket = device->windows()->send_to_host({&all, 1});
  }
  void move_windows() {
    const SlotStorage moved = slot_storage(b, {0, 0, 2}, {20, 10, 5});
    device->windows()->move_windows({&moved, 1});
  }
  std::shared_ptr<void> pin() { return device->windows()->pin(bytes(), host.size() * sizeof(double)); }
  void pre_sync() { device->pack_to_host({&strip, 1}, bytes(), strip_bytes); }
  void post_sync() { ticket = device->unpack_from_host({&strip, 1}, bytes(), strip_bytes); }

  std::unique_ptr<Device> device;
  Layout layout;
  Ticket ticket = 0;
  KernelGrid grid;
  int handle = -1;
  WrittenKernel kernel{
      "twice",
      {{"a", "test::a@0", ArgumentKind::field, Access::write}, {"b", "test::b@0", ArgumentKind::field, Access::read}},
      "a(i,j,k) = 2.0*b(i,j,k);\n"};

private:
  std::byte* bytes() { return reinterpret_cast<std::byte*>(host.data()); }
  std::vector<double> host;
  Strip strip{a, {{0, 0, 0}, {8, 1, 1}}, 0};
};

/// Returns the message of the action's Error. Empty: it threw none.
template <class Action> std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

} // namespace nopal::test
