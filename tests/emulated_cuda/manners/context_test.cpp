// The context that is current before a call of a device is current after it, also if the call fails.

#include "scene.hpp"

#include <functional>
#include <utility>

namespace nopal::test {
namespace {

using Entry = std::pair<const char*, std::function<void(Scene&)>>;

const std::vector<Entry>& entries() {
  static const SlotBox box{Scene::a, {{0, 0, 0}, {5, 5, 5}}};
  static const BoxCopy copy{Scene::a, Scene::b, {{0, 0, 0}, {5, 5, 5}}, {1, 1, 1}};
  static const int variable = 0;
  static const std::vector<Entry> all{
      {"open", [](Scene& s) { s.open(); }},
      {"description", [](Scene& s) { s.device->description(); }},
      {"create_variables", [](Scene& s) { s.create(); }},
      {"copy_to_device", [](Scene& s) { s.to_device(); }},
      {"wait", [](Scene& s) { s.device->wait(s.ticket); }},
      {"load_kernel", [](Scene& s) { s.load(); }},
      {"launch", [](Scene& s) { s.launch(); }},
      {"copy_boxes", [](Scene& s) { s.device->copy_boxes({&copy, 1}); }},
      {"fill", [](Scene& s) { s.device->poisoning()->fill({&box, 1}, 1); }},
      {"pack_to_host", [](Scene& s) { s.pre_sync(); }},
      {"unpack_from_host", [](Scene& s) { s.post_sync(); }},
      {"pointer", [](Scene& s) { s.device->native()->pointer(Scene::a); }},
      {"native_queue", [](Scene& s) { s.device->native()->native_queue(); }},
      {"make_current",
       [](Scene& s) {
         const std::shared_ptr<void> current = s.device->native()->make_current();
         EXPECT_EQ(emulated().current(), emulated().context(0));
       }},
      {"copy_to_host", [](Scene& s) { s.to_host(); }},
      {"send_to_host", [](Scene& s) { s.send(); }},
      {"wait for what was sent", [](Scene& s) { s.device->wait(s.ticket); }},
      {"pin and unpin", [](Scene& s) { s.pin(); }},
      {"move_windows", [](Scene& s) { s.move_windows(); }},
      {"cycle_timelevels", [](Scene& s) { s.device->cycle_timelevels({&variable, 1}); }},
      {"destroy_variables", [](Scene& s) { s.device->destroy_variables({&Scene::b, 1}); }},
      {"staging", [](Scene& s) { s.device->free_staging(s.device->allocate_staging(4096)); }},
      {"mark", [](Scene& s) { s.device->timing()->mark(2); }},
      {"timed_commands",
       [](Scene& s) {
         std::vector<TimedCommand> done;
         s.device->timing()->timed_commands(done);
       }},
      {"finish", [](Scene& s) { s.device->finish(); }},
      {"destruction", [](Scene& s) { s.device.reset(); }},
  };
  return all;
}

/// Calls every function that is still possible after earlier failures. Returns how many calls failed.
int walk(void* before) {
  int failures = 0;
  Scene scene;
  for (const auto& [name, entry] : entries()) {
    const bool opens = std::string(name) == "open";
    if (!opens && scene.device == nullptr) continue;
    if (std::string(name) == "launch" && scene.handle < 0) continue;
    const std::string error = error_of([&] { entry(scene); });
    failures += error.empty() ? 0 : 1;
    EXPECT_EQ(emulated().current(), before) << "after " << name << (error.empty() ? "" : ", which failed: " + error);
    // If storage cannot be created, the run ends.
    if (!error.empty() && std::string(name) == "create_variables") scene.device.reset();
    EXPECT_EQ(emulated().current(), before);
  }
  return failures;
}

class Context : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override {
    if (GetParam() < 0) return;
    before_ = emulated().context(GetParam());
    emulated().push(before_);
  }
  void TearDown() override {
    emulated().mend();
    if (GetParam() >= 0) emulated().pop();
  }
  void* before_ = nullptr;
};

TEST_P(Context, IsTheCallersAfterEachFunction) {
  ASSERT_EQ(emulated().current(), before_);
  EXPECT_EQ(walk(before_), 0);
}

TEST_P(Context, IsTheCallersAfterEachFunctionThatFails) {
  for (const char* function :
       {"cuCtxPushCurrent", "cuCtxSynchronize", "cuMemGetInfo", "cuMemAlloc", "cuMemHostAlloc", "cuMemcpyHtoDAsync",
        "cuMemcpyDtoHAsync", "cuStreamCreate", "cuStreamWaitEvent", "cuEventCreate", "cuEventRecord",
        "cuEventSynchronize", "cuModuleLoadDataEx", "cuModuleGetFunction", "cuFuncGetAttribute", "cuLaunchKernel"}) {
    SCOPED_TRACE(function);
    int failures = 0;
    for (const int after : {0, 3}) {
      emulated().fail(function, invalid_value, after);
      failures += walk(before_);
      emulated().mend();
    }
    EXPECT_GT(failures, 0) << "the plugin does not see what this function returns";
  }
}

TEST_P(Context, IsTheCallersAfterAFaultOfAKernel) {
  for (int after = 0; after < 6; ++after) {
    emulated().fault(illegal_address, after);
    EXPECT_GT(walk(before_), 0) << "kernel " << after;
    emulated().mend();
  }
}

// The caller has no context, the context of another device, or the plugin's own context.
INSTANTIATE_TEST_SUITE_P(, Context, ::testing::Values(-1, 1, 0));

} // namespace
} // namespace nopal::test
