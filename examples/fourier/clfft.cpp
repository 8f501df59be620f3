// clFFT, linked at build time if it is installed. It accepts no offset into a buffer, so this class copies the rows on
// the device into its own dense buffer, and back.

#include "transform.hpp"

#include <clFFT.h>

namespace fourier {

namespace {

void check(clfftStatus code, const char* what) {
  if (code != CLFFT_SUCCESS)
    throw nopal::Error(std::string("clFFT cannot ") + what + ": error " + std::to_string(code) +
                       (code == CLFFT_NOTIMPLEMENTED
                            ? "; an axis must have 2^a 3^b 5^c 7^d 11^e 13^f points: change driver.cells, or set "
                              "fourier.library: fftw"
                            : ""));
}
void check_cl(cl_int code, const char* what) { check(static_cast<clfftStatus>(code), what); }

class Clfft final : public Transform {
public:
  Clfft(const Rows& rows, nopal::Device& device)
      : queue_(static_cast<cl_command_queue>(device.native()->native_queue())) {
    lay_out(rows);
    cl_int code = clGetCommandQueueInfo(queue_, CL_QUEUE_CONTEXT, sizeof(void*), &context_, nullptr);
    check_cl(code, "find the context of a queue");
    clfftSetupData setup;
    check(clfftInitSetupData(&setup), "start");
    check(clfftSetup(&setup), "start");
    bake(forward_, true);
    bake(backward_, false);
    dense_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, extent_[0] * extent_[1] * extent_[2], nullptr, &code);
    check_cl(code, "allocate memory for a transform");
  }
  ~Clfft() override {
    clReleaseMemObject(dense_); // the API keeps it until the commands that use it are done
    clfftDestroyPlan(&forward_);
    clfftDestroyPlan(&backward_);
    clfftTeardown();
  }
  Clfft(const Clfft&) = delete;
  Clfft& operator=(const Clfft&) = delete;

  std::string name() const override {
    return "clFFT " + std::to_string(clfftVersionMajor) + "." + std::to_string(clfftVersionMinor);
  }
  void forward(void* field) override { run(field, forward_, CLFFT_FORWARD); }
  void backward(void* field) override { run(field, backward_, CLFFT_BACKWARD); }

private:
  /// clFFT counts axes from the fastest. The API copies bytes.
  void lay_out(const Rows& rows) {
    dimension_ = rows.dimension;
    for (int axis = 0; axis < dimension_; ++axis) points_[axis] = rows.points[dimension_ - 1 - axis];
    const std::size_t row = rows.embedding[dimension_ - 1];
    const std::size_t rows_of_plane = dimension_ > 1 ? rows.embedding[dimension_ - 2] : 1;
    extent_[0] = 2 * (points_[0] / 2 + 1) * sizeof(double);
    extent_[1] = points_[1];
    extent_[2] = points_[2];
    pitch_[0] = row * sizeof(double);
    pitch_[1] = pitch_[0] * rows_of_plane;
    const std::size_t first = rows.first * sizeof(double);
    first_[2] = dimension_ > 2 ? first / pitch_[1] : 0;
    first_[1] = dimension_ > 1 ? (first - first_[2] * pitch_[1]) / pitch_[0] : 0;
    first_[0] = first - first_[2] * pitch_[1] - first_[1] * pitch_[0];
  }

  void bake(clfftPlanHandle& plan, bool forward) {
    const clfftDim dim = dimension_ == 1 ? CLFFT_1D : dimension_ == 2 ? CLFFT_2D : CLFFT_3D;
    const std::size_t row = points_[0] / 2 + 1;
    std::size_t complexes[3] = {1, row, row * points_[1]};
    std::size_t reals[3] = {1, 2 * row, 2 * row * points_[1]};
    check(clfftCreateDefaultPlan(&plan, context_, dim, points_), "plan a transform");
    check(clfftSetPlanPrecision(plan, CLFFT_DOUBLE), "compute in double precision");
    check(clfftSetResultLocation(plan, CLFFT_INPLACE), "transform in place");
    check(forward ? clfftSetLayout(plan, CLFFT_REAL, CLFFT_HERMITIAN_INTERLEAVED)
                  : clfftSetLayout(plan, CLFFT_HERMITIAN_INTERLEAVED, CLFFT_REAL),
          "take real numbers");
    check(clfftSetPlanInStride(plan, dim, forward ? reals : complexes), "take strides");
    check(clfftSetPlanOutStride(plan, dim, forward ? complexes : reals), "take strides");
    check(clfftSetPlanScale(plan, CLFFT_BACKWARD, 1), "leave the scale");
    check(clfftBakePlan(plan, 1, &queue_, nullptr, nullptr), "plan a transform");
  }

  // The queue runs these commands in order, after earlier launches and before later ones.
  void run(void* field, clfftPlanHandle plan, clfftDirection direction) {
    auto* rows = static_cast<cl_mem>(field);
    const std::size_t none[3] = {0, 0, 0};
    const std::size_t dense[2] = {extent_[0], extent_[0] * extent_[1]};
    check_cl(clEnqueueCopyBufferRect(queue_, rows, dense_, first_, none, extent_, pitch_[0], pitch_[1], dense[0],
                                     dense[1], 0, nullptr, nullptr),
             "copy rows");
    check(clfftEnqueueTransform(plan, direction, 1, &queue_, 0, nullptr, nullptr, &dense_, nullptr, nullptr),
          "transform");
    check_cl(clEnqueueCopyBufferRect(queue_, dense_, rows, none, first_, extent_, dense[0], dense[1], pitch_[0],
                                     pitch_[1], 0, nullptr, nullptr),
             "copy rows back");
  }

  cl_command_queue queue_;
  cl_context context_ = nullptr;
  int dimension_ = 1;
  std::size_t points_[3] = {1, 1, 1};
  std::size_t extent_[3] = {0, 1, 1}; ///< bytes, rows, planes
  std::size_t pitch_[2] = {0, 0};     ///< bytes from row to row, and from plane to plane, in nopal's memory
  std::size_t first_[3] = {0, 0, 0};
  cl_mem dense_ = nullptr;
  clfftPlanHandle forward_ = 0;
  clfftPlanHandle backward_ = 0;
};

} // namespace

std::unique_ptr<Transform> by_clfft(const Rows& rows, nopal::Device& device) {
  return std::make_unique<Clfft>(rows, device);
}

} // namespace fourier
