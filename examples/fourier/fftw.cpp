#include "transform.hpp"

#include <fftw3.h>

namespace fourier {

namespace {

class Fftw final : public Transform {
public:
  explicit Fftw(const Rows& rows) : rows_(rows) {}
  ~Fftw() override { forget(); }
  Fftw(const Fftw&) = delete;
  Fftw& operator=(const Fftw&) = delete;

  std::string name() const override { return std::string("FFTW (") + fftw_version + ")"; }
  void forward(void* field) override {
    plan(field);
    fftw_execute(forward_);
  }
  void backward(void* field) override {
    plan(field);
    fftw_execute(backward_);
  }

private:
  // A plan works for one address only. With FFTW_ESTIMATE, planning takes little time and does not change the data.
  void plan(void* field) {
    if (field == planned_for_) return;
    forget();
    auto* reals = static_cast<double*>(field) + rows_.first;
    auto* complexes = reinterpret_cast<fftw_complex*>(reals);
    forward_ = fftw_plan_many_dft_r2c(rows_.dimension, rows_.points, 1, reals, rows_.embedding, 1, 0, complexes,
                                      rows_.embedding_of, 1, 0, FFTW_ESTIMATE);
    backward_ = fftw_plan_many_dft_c2r(rows_.dimension, rows_.points, 1, complexes, rows_.embedding_of, 1, 0, reals,
                                       rows_.embedding, 1, 0, FFTW_ESTIMATE);
    if (forward_ == nullptr || backward_ == nullptr) throw nopal::Error("FFTW makes no plan for this grid");
    planned_for_ = field;
  }
  void forget() {
    fftw_destroy_plan(forward_);
    fftw_destroy_plan(backward_);
    forward_ = backward_ = nullptr;
  }

  Rows rows_;
  void* planned_for_ = nullptr;
  fftw_plan forward_ = nullptr;
  fftw_plan backward_ = nullptr;
};

} // namespace

std::unique_ptr<Transform> on_host(const Rows& rows) { return std::make_unique<Fftw>(rows); }

} // namespace fourier
