#include "bench/scene.hpp"

#include <string_view>

namespace bench {

namespace {

// The structures have the layout of device_launch.hpp. Kernels use only the first six words of a box. They must do
// nothing if there are no items.
constexpr char common[] = R"(
struct constants { double lower[3], centre[3], spacing[3], time, dt; long iteration, dimension, boxes, items; };
struct shape { long origin, stride_j, stride_k; };
template <int fields> struct shapes { shape of[fields]; };
#define POINT \
  if (c.items == 0) return; \
  const unsigned ni = box[3] - box[0], nj = box[4] - box[1], point = blockIdx.x * blockDim.x + threadIdx.x; \
  const long i = box[0] + point % ni, j = box[1] + point / ni % nj, k = box[2] + point / (ni * nj); \
  if (k >= box[5]) return;
)";

constexpr char evolve[] = R"(
#define NEXT(n) \
  2.0 * p[n] - pp[n] + c.dt * c.dt * ((p[n + 1] - 2.0 * p[n] + p[n - 1]) / (c.spacing[0] * c.spacing[0]) + \
    (p[n + sj] - 2.0 * p[n] + p[n - sj]) / (c.spacing[1] * c.spacing[1]) + \
    (p[n + sk] - 2.0 * p[n] + p[n - sk]) / (c.spacing[2] * c.spacing[2]))
extern "C" __global__ void by_hand_evolve_points(const long* __restrict__ box, const constants c,
    const shapes<3> s,
    const double* __restrict__ p, const double* __restrict__ pp, double* __restrict__ phi) {
  POINT
  const long sj = s.of[0].stride_j, sk = s.of[0].stride_k, n = s.of[0].origin + i + j * sj + k * sk;
  phi[n] = NEXT(n);
}
)";

constexpr char triad[] = R"(
extern "C" __global__ void by_hand_triad_points(const long* __restrict__ box, const constants c,
    const shapes<3> s,
    const double* __restrict__ v, const double* __restrict__ w, double* __restrict__ u, const double scale) {
  POINT
  const long n = s.of[0].origin + i + j * s.of[0].stride_j + k * s.of[0].stride_k;
  u[n] = v[n] + scale * w[n];
}
)";

constexpr char transpose[] = R"(
extern "C" __global__ void by_hand_transpose_blocks(const long* __restrict__ box, const constants c,
    const shapes<2> s,
    const double* __restrict__ a, double* __restrict__ t,
    const long rows, const long inner) {
  if (c.items == 0) return;
  __shared__ double tile[8][9];
  const int blocks = (rows + 7) / 8, ti = threadIdx.x, tj = threadIdx.y;
  const int bi = 8 * (blockIdx.x % blocks), bj = 8 * (blockIdx.x / blocks);
  if (bi + ti < rows && bj + tj < inner) tile[tj][ti] = a[bi + ti + (bj + tj) * rows];
  __syncthreads();
  if (bj + ti < inner && bi + tj < rows) t[bj + ti + (bi + tj) * inner] = tile[ti][tj];
}
)";

constexpr char product[] = R"(
extern "C" __global__ void by_hand_product_blocks(const long* __restrict__ box, const constants c,
    const shapes<3> s,
    const double* __restrict__ a, const double* __restrict__ b,
    double* __restrict__ result, const long inner) {
  if (c.items == 0) return;
  __shared__ double left[8][8], right[8][8];
  const long rows = box[3], columns = box[4];
  const int blocks = (rows + 7) / 8, ti = threadIdx.x, tj = threadIdx.y;
  const long i = 8 * (blockIdx.x % blocks) + ti, j = 8 * (blockIdx.x / blocks) + tj;
  double sum = 0;
  for (long first = 0; first < inner; first += 8) {
    left[tj][ti] = i < rows && first + tj < inner ? a[i + (first + tj) * rows] : 0;
    right[tj][ti] = first + ti < inner && j < columns ? b[first + ti + j * inner] : 0;
    __syncthreads();
    for (int p = 0; p < 8; ++p) sum += left[p][ti] * right[tj][p];
    __syncthreads();
  }
  if (i < rows && j < columns) result[i + j * rows] = sum;
}
)";

constexpr char histogram[] = R"(
extern "C" __global__ void by_hand_histogram_blocks(const long* __restrict__ box, const constants c,
    const shapes<2> s,
    const long* __restrict__ ints, long* __restrict__ count,
    const long bins, const long length) {
  if (c.items == 0) return;
  __shared__ int tally[64];
  const int t = threadIdx.x;
  const long g = (long)blockIdx.x * blockDim.x + t;
  for (int n = t; n < bins; n += blockDim.x) tally[n] = 0;
  __syncthreads();
  if (g < length) atomicAdd(&tally[ints[g] % bins], 1);
  __syncthreads();
  for (int n = t; n < bins; n += blockDim.x) atomicAdd((unsigned long long*)&count[n], (unsigned long long)tally[n]);
}
)";

constexpr char block_sum[] = R"(
extern "C" __global__ void by_hand_block_sum_blocks(const long* __restrict__ box, const constants c,
    const shapes<2> s,
    const double* __restrict__ list, double* __restrict__ partial) {
  if (c.items == 0) return;
  __shared__ double part[256];
  const int t = threadIdx.x;
  const long g = (long)blockIdx.x * blockDim.x + t;
  part[t] = g < box[3] ? list[g] : 0;
  __syncthreads();
  for (int apart = 128; apart > 0; apart /= 2) {
    if (t < apart) part[t] += part[t + apart];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = part[0];
}
)";

} // namespace

const char* cuda_by_hand(const std::string& kernel) {
  static const std::map<std::string, std::string> sources{
      {"evolve", std::string(common) + evolve},       {"triad", std::string(common) + triad},
      {"transpose", std::string(common) + transpose}, {"product", std::string(common) + product},
      {"histogram", std::string(common) + histogram}, {"block_sum", std::string(common) + block_sum}};
  const auto found = sources.find(kernel);
  return found == sources.end() ? nullptr : found->second.c_str();
}

} // namespace bench
