// The errors of commands that fail after their call has returned.

#include "opened.hpp"
#include "written_kernel.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <gmock/gmock.h>

#include <dlfcn.h>
#include <functional>

// A kernel that fails would end PoCL's process. So these functions replace those of the API,
// and report that one launch has failed.
namespace {

bool next_fails = false;
cl_event failed = nullptr;

template <class Function> Function* real(Function* /*the one here*/, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimension, const size_t* offset,
                              const size_t* global, const size_t* local, cl_uint n, const cl_event* after,
                              cl_event* event) {
  const cl_int code = real(clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel")(queue, kernel, dimension, offset, global,
                                                                             local, n, after, event);
  if (next_fails) failed = *event;
  next_fails = false;
  return code;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t bytes, void* value, size_t* needed) {
  const cl_int code = real(clGetEventInfo, "clGetEventInfo")(event, what, bytes, value, needed);
  if (event == failed && what == CL_EVENT_COMMAND_EXECUTION_STATUS) *static_cast<cl_int*>(value) = CL_OUT_OF_RESOURCES;
  return code;
}

cl_int clWaitForEvents(cl_uint n, const cl_event* events) {
  const cl_int code = real(clWaitForEvents, "clWaitForEvents")(n, events);
  return events[0] == failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : code;
}

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class OpenclFaults : public ::testing::Test {
protected:
  void SetUp() override {
    if (device_name() != "opencl") GTEST_SKIP() << "of the device opencl";
  }
  void open(bool synchronous) {
    DeviceOptions options;
    options.threads = 2;
    options.synchronous = synchronous;
    device_ = plugin().open(options);
    const SlotStorage storage = slot_storage(slot_, {0, 0, 0}, {8, 8, 8});
    device_->create_variables({&storage, 1});
    handle_ = device_->load_kernel(kernel_.kernel());
    launch(); // copies its list of boxes to the device
    device_->finish();
  }
  void TearDown() override {
    device_.reset();
    failed = nullptr;
  }
  void launch() {
    const LaunchBox box{{{0, 0, 0}, {8, 8, 8}}, {0, 0, 0}, {0, 0, 0}};
    device_->launch({handle_, {&slot_, 1}, {}, {}, {&box, 1}, &grid_, {}});
  }
  std::string error_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  const Slot slot_{0, 0};
  std::unique_ptr<Device> device_;
  KernelGrid grid_;
  int handle_ = -1;
  WrittenKernel kernel_{"one", {{"a", "test::a@0", ArgumentKind::field, Access::write}}, "a(i,j,k) = 1.0;\n"};
};

TEST_F(OpenclFaults, NameTheLaunchAndItsShapeAndStayTheFirst) {
  open(false);
  next_fails = true;
  launch();
  launch();
  const std::string first = error_of([&] { device_->finish(); });
  EXPECT_THAT(first,
              AllOf(StartsWith("OpenCL cannot run test::one (some/where.kernel), "), HasSubstr(" x 1 x 1 work-items, "),
                    HasSubstr(" bytes of local memory on "), HasSubstr("its event says CL_OUT_OF_RESOURCES (-5)")));
  EXPECT_EQ(error_of([&] { launch(); }), first);
  EXPECT_EQ(error_of([&] { device_->finish(); }), first);
  EXPECT_EQ(error_of([&] { device_.reset(); }), "");
}

TEST_F(OpenclFaults, ComeUpAtTheLaunchWhereEachIsWaitedFor) {
  open(true);
  launch();
  next_fails = true;
  EXPECT_THAT(error_of([&] { launch(); }), AllOf(StartsWith("OpenCL cannot run test::one (some/where.kernel), "),
                                                 HasSubstr("clWaitForEvents says CL_OUT_OF_RESOURCES")));
}

} // namespace
} // namespace nopal::test
