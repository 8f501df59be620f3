// A libcufft that uses the emulated driver (driver.cpp) and FFTW, declared as in NVIDIA's documentation. A transform
// runs when its stream reaches it. It is refused if the context of the plan is not current.

#include <cuda.h>
#include <fftw3.h>

#include <array>
#include <map>
#include <memory>

namespace {

enum Status { success = 0, invalid_plan = 1, invalid_type = 3, invalid_value = 4, exec_failed = 6 };
constexpr int real_to_complex = 0x6a;
constexpr int complex_to_real = 0x6c;

struct Plan {
  int rank = 0;
  std::array<int, 3> points{};
  std::array<int, 3> in{};
  std::array<int, 3> out{};
  int type = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
};
std::map<int, Plan> plans;
int last_plan = 0;

CUcontext current() {
  CUcontext context = nullptr;
  cuCtxGetCurrent(&context);
  return context;
}

struct Work {
  Plan plan;
  void* from;
  void* to;

  void run() const {
    const bool forward = plan.type == real_to_complex;
    const fftw_plan made =
        forward
            ? fftw_plan_many_dft_r2c(plan.rank, plan.points.data(), 1, static_cast<double*>(from), plan.in.data(), 1, 0,
                                     static_cast<fftw_complex*>(to), plan.out.data(), 1, 0, FFTW_ESTIMATE)
            : fftw_plan_many_dft_c2r(plan.rank, plan.points.data(), 1, static_cast<fftw_complex*>(from), plan.in.data(),
                                     1, 0, static_cast<double*>(to), plan.out.data(), 1, 0, FFTW_ESTIMATE);
    fftw_execute(made);
    fftw_destroy_plan(made);
  }
};

int execute(int number, int type, void* from, void* to) {
  const auto found = plans.find(number);
  if (found == plans.end() || found->second.context != current()) return invalid_plan;
  if (found->second.type != type) return invalid_type;
  auto work = std::make_unique<Work>(Work{found->second, from, to});
  const CUresult code = cuLaunchHostFunc(
      found->second.stream,
      [](void* data) {
        const std::unique_ptr<Work> mine(static_cast<Work*>(data));
        mine->run();
      },
      work.get());
  if (code != CUDA_SUCCESS) return exec_failed;
  static_cast<void>(work.release());
  return success;
}

} // namespace

extern "C" {

int cufftPlanMany(int* plan, int rank, int* points, int* in, int in_stride, int, int* out, int out_stride, int,
                  int type, int batch) {
  if (rank < 1 || rank > 3 || in_stride != 1 || out_stride != 1 || batch != 1 || in == nullptr || out == nullptr)
    return invalid_value;
  if (type != real_to_complex && type != complex_to_real) return invalid_type;
  if (current() == nullptr) return invalid_value;
  Plan made;
  made.rank = rank;
  for (int a = 0; a < rank; ++a) {
    made.points[a] = points[a];
    made.in[a] = in[a];
    made.out[a] = out[a];
  }
  made.type = type;
  made.context = current();
  plans[*plan = ++last_plan] = made;
  return success;
}

int cufftSetStream(int plan, CUstream stream) {
  if (plans.count(plan) == 0) return invalid_plan;
  plans[plan].stream = stream;
  return success;
}

int cufftExecD2Z(int plan, double* in, void* out) { return execute(plan, real_to_complex, in, out); }
int cufftExecZ2D(int plan, void* in, double* out) { return execute(plan, complex_to_real, in, out); }

int cufftDestroy(int plan) {
  if (plans.count(plan) == 0 || plans[plan].context != current()) return invalid_plan;
  plans.erase(plan);
  return success;
}

int cufftGetVersion(int* version) {
  *version = 12000;
  return success;
}
}
