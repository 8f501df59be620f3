// cuFFT is opened at run time, so that the thorn builds and runs without CUDA. Its functions are declared here as
// NVIDIA documents them, so no header of CUDA is needed.

#include "transform.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace fourier {

namespace {

using Plan = int;
using Status = int; // 0: success
constexpr int real_to_complex = 0x6a;
constexpr int complex_to_real = 0x6c;

struct Library {
  Status (*plan_many)(Plan*, int rank, int* points, int* in, int in_stride, int in_distance, int* out, int out_stride,
                      int out_distance, int type, int batch) = nullptr;
  Status (*set_stream)(Plan, void* stream) = nullptr;
  Status (*forward)(Plan, double* in, void* out) = nullptr;
  Status (*backward)(Plan, void* in, double* out) = nullptr;
  Status (*destroy)(Plan) = nullptr;
  Status (*version)(int*) = nullptr;
};

template <class Function> void load(void* library, Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  if (function == nullptr)
    throw nopal::Error(std::string("cuFFT has no function ") + name + ": install another version");
}

/// Returns the files to try: only the one that FOURIER_CUFFT names, or the usual names.
std::vector<std::string> candidates() {
  if (const char* named = std::getenv("FOURIER_CUFFT"); named != nullptr && *named != '\0') return {named};
  return {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10", "libcufft.so"};
}

Library open() {
  void* handle = nullptr;
  std::string why;
  for (const std::string& name : candidates()) {
    handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) break;
    const char* reason = dlerror();
    why += (why.empty() ? "" : "; ") + std::string(reason != nullptr ? reason : name);
  }
  if (handle == nullptr)
    throw nopal::Error("the thorn fourier runs on a CUDA device, but finds no cuFFT (" + why +
                       "): install the package libcufft of the CUDA Toolkit, or the wheel nvidia-cufft, and put the "
                       "folder of libcufft.so on LD_LIBRARY_PATH or its path into FOURIER_CUFFT; or run on the host "
                       "with accelerator.device: none");
  Library library;
  load(handle, library.plan_many, "cufftPlanMany");
  load(handle, library.set_stream, "cufftSetStream");
  load(handle, library.forward, "cufftExecD2Z");
  load(handle, library.backward, "cufftExecZ2D");
  load(handle, library.destroy, "cufftDestroy");
  load(handle, library.version, "cufftGetVersion");
  return library;
}

std::string text(Status status) {
  static const char* const names[] = {
      "CUFFT_SUCCESS",        "CUFFT_INVALID_PLAN", "CUFFT_ALLOC_FAILED", "CUFFT_INVALID_TYPE", "CUFFT_INVALID_VALUE",
      "CUFFT_INTERNAL_ERROR", "CUFFT_EXEC_FAILED",  "CUFFT_SETUP_FAILED", "CUFFT_INVALID_SIZE", "CUFFT_UNALIGNED_DATA"};
  return status >= 0 && status < 10 ? names[status] : "error " + std::to_string(status);
}

void check_cufft(Status status, const char* what) {
  if (status != 0) throw nopal::Error(std::string("cuFFT cannot ") + what + ": " + text(status));
}

class Cufft final : public Transform {
public:
  Cufft(Rows rows, nopal::Device& device) : library_(open()), rows_(rows), device_(device) {
    const auto current = device_.native()->make_current();
    int* points = rows.points;
    int* reals = rows.embedding;
    int* complexes = rows.embedding_of;
    check_cufft(library_.plan_many(&forward_, rows.dimension, points, reals, 1, 0, complexes, 1, 0, real_to_complex, 1),
                "plan a transform");
    check_cufft(
        library_.plan_many(&backward_, rows.dimension, points, complexes, 1, 0, reals, 1, 0, complex_to_real, 1),
        "plan a transform");
    // The transforms go to the queue of nopal's kernels, so they run after earlier kernels and before later ones.
    for (const Plan plan : {forward_, backward_})
      check_cufft(library_.set_stream(plan, device_.native()->native_queue()), "take a stream");
  }
  ~Cufft() override {
    try {
      const auto current = device_.native()->make_current();
      for (const Plan plan : {forward_, backward_}) library_.destroy(plan);
    } catch (const nopal::Error&) { // the device has failed, and its memory is lost
    }
  }
  Cufft(const Cufft&) = delete;
  Cufft& operator=(const Cufft&) = delete;

  std::string name() const override {
    int version = 0;
    check_cufft(library_.version(&version), "tell its version");
    return "cuFFT " + std::to_string(version);
  }
  // cuFFT works in the current context. Between calls of nopal, nopal's context is not current.
  void forward(void* field) override {
    const auto current = device_.native()->make_current();
    check_cufft(library_.forward(forward_, reals(field), reals(field)), "transform");
  }
  void backward(void* field) override {
    const auto current = device_.native()->make_current();
    check_cufft(library_.backward(backward_, reals(field), reals(field)), "transform back");
  }

private:
  double* reals(void* field) const { return static_cast<double*>(field) + rows_.first; }

  Library library_;
  Rows rows_;
  nopal::Device& device_;
  Plan forward_ = 0;
  Plan backward_ = 0;
};

} // namespace

std::unique_ptr<Transform> on_cuda(const Rows& rows, nopal::Device& device) {
  return std::make_unique<Cufft>(rows, device);
}

} // namespace fourier
