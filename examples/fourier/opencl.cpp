#include "transform.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace fourier {

namespace {

void check(cl_int code, const char* what) {
  if (code != CL_SUCCESS)
    throw nopal::Error(std::string("OpenCL cannot ") + what + " for a transform: error " + std::to_string(code));
}

class Mapped final : public Transform {
public:
  Mapped(const Rows& rows, nopal::Device& device)
      : fftw_(on_host(rows)), queue_(static_cast<cl_command_queue>(device.native()->native_queue())) {}

  std::string name() const override { return fftw_->name() + " on mapped buffers"; }
  void forward(void* field) override {
    mapped(field, [this](void* address) { fftw_->forward(address); });
  }
  void backward(void* field) override {
    mapped(field, [this](void* address) { fftw_->backward(address); });
  }

private:
  // Mapping waits for all earlier commands of the queue. Later commands wait for the end of the mapping.
  template <class Action> void mapped(void* field, const Action& action) {
    auto* buffer = static_cast<cl_mem>(field);
    std::size_t bytes = 0;
    check(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr), "tell the size of a buffer");
    cl_int code = CL_SUCCESS;
    void* address =
        clEnqueueMapBuffer(queue_, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code);
    check(code, "map a buffer");
    action(address);
    check(clEnqueueUnmapMemObject(queue_, buffer, address, 0, nullptr, nullptr), "unmap a buffer");
  }

  std::unique_ptr<Transform> fftw_;
  cl_command_queue queue_;
};

} // namespace

std::unique_ptr<Transform> on_mapped(const Rows& rows, nopal::Device& device) {
  return std::make_unique<Mapped>(rows, device);
}

} // namespace fourier
