#include "bench/scene.hpp"

#include <string_view>

namespace bench {

namespace {

// The structures have the layout of device_launch.hpp. Kernels use only the first six words of a box. They must do
// nothing if there are no items.
constexpr char common[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF
struct constants { double lower[3], centre[3], spacing[3], time, dt; long iteration, dimension, boxes, items; };
struct shape { long origin, stride_j, stride_k; };
// These compute j and k of a row, or i, j, k of a point.
#define ROW \
  if (c.items == 0) return; \
  const long nj = box[4] - box[1], row = get_global_id(0); \
  const long j = box[1] + row % nj, k = box[2] + row / nj; \
  if (k >= box[5]) return;
#define POINT \
  if (c.items == 0) return; \
  const uint ni = box[3] - box[0], nj = box[4] - box[1], point = get_global_id(0); \
  const long i = box[0] + point % ni, j = box[1] + point / ni % nj, k = box[2] + point / (ni * nj); \
  if (k >= box[5]) return;
)";

constexpr char evolve[] = R"(
#define NEXT(n) \
  2.0 * p[n] - pp[n] + c.dt * c.dt * ((p[n + 1] - 2.0 * p[n] + p[n - 1]) / (c.spacing[0] * c.spacing[0]) + \
    (p[n + sj] - 2.0 * p[n] + p[n - sj]) / (c.spacing[1] * c.spacing[1]) + \
    (p[n + sk] - 2.0 * p[n] + p[n - sk]) / (c.spacing[2] * c.spacing[2]))
kernel void by_hand_evolve_rows(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict p, global const double* restrict pp, global double* restrict phi) {
  ROW
  const long sj = shapes[0].stride_j, sk = shapes[0].stride_k, first = shapes[0].origin + j * sj + k * sk;
  for (long n = first + box[0]; n < first + box[3]; ++n) phi[n] = NEXT(n);
}
kernel void by_hand_evolve_points(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict p, global const double* restrict pp, global double* restrict phi) {
  POINT
  const long sj = shapes[0].stride_j, sk = shapes[0].stride_k, n = shapes[0].origin + i + j * sj + k * sk;
  phi[n] = NEXT(n);
}
)";

constexpr char triad[] = R"(
kernel void by_hand_triad_rows(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict v, global const double* restrict w, global double* restrict u, const double scale) {
  ROW
  const long first = shapes[0].origin + j * shapes[0].stride_j + k * shapes[0].stride_k;
  for (long n = first + box[0]; n < first + box[3]; ++n) u[n] = v[n] + scale * w[n];
}
kernel void by_hand_triad_points(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict v, global const double* restrict w, global double* restrict u, const double scale) {
  POINT
  const long n = shapes[0].origin + i + j * shapes[0].stride_j + k * shapes[0].stride_k;
  u[n] = v[n] + scale * w[n];
}
)";

constexpr char transpose[] = R"(
kernel void by_hand_transpose_blocks(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict a, global double* restrict t,
    const long rows, const long inner) {
  if (c.items == 0) return;
  local double tile[8][9];
  const int blocks = (rows + 7) / 8, ti = get_local_id(0), tj = get_local_id(1);
  const int bi = 8 * (get_group_id(0) % blocks), bj = 8 * (get_group_id(0) / blocks);
  if (bi + ti < rows && bj + tj < inner) tile[tj][ti] = a[bi + ti + (bj + tj) * rows];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (bj + ti < inner && bi + tj < rows) t[bj + ti + (bi + tj) * inner] = tile[ti][tj];
}
)";

constexpr char product[] = R"(
kernel void by_hand_product_blocks(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict a, global const double* restrict b,
    global double* restrict result, const long inner) {
  if (c.items == 0) return;
  local double left[8][8], right[8][8];
  const long rows = box[3], columns = box[4];
  const int blocks = (rows + 7) / 8, ti = get_local_id(0), tj = get_local_id(1);
  const long i = 8 * (get_group_id(0) % blocks) + ti, j = 8 * (get_group_id(0) / blocks) + tj;
  double sum = 0;
  for (long first = 0; first < inner; first += 8) {
    left[tj][ti] = i < rows && first + tj < inner ? a[i + (first + tj) * rows] : 0;
    right[tj][ti] = first + ti < inner && j < columns ? b[first + ti + j * inner] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < 8; ++p) sum += left[p][ti] * right[tj][p];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < rows && j < columns) result[i + j * rows] = sum;
}
)";

constexpr char histogram[] = R"(
kernel void by_hand_histogram_blocks(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const long* restrict ints, global long* restrict count,
    const long bins, const long length) {
  if (c.items == 0) return;
  local int tally[64];
  const int t = get_local_id(0);
  for (int n = t; n < bins; n += get_local_size(0)) tally[n] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < length) atomic_inc(&tally[ints[get_global_id(0)] % bins]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = t; n < bins; n += get_local_size(0)) atom_add(&count[n], (long)tally[n]);
}
)";

constexpr char block_sum[] = R"(
kernel void by_hand_block_sum_blocks(global const long* restrict box, const struct constants c,
    constant struct shape* shapes,
    global const double* restrict list, global double* restrict partial) {
  if (c.items == 0) return;
  local double part[256];
  const int t = get_local_id(0);
  part[t] = get_global_id(0) < box[3] ? list[get_global_id(0)] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int apart = 128; apart > 0; apart /= 2) {
    if (t < apart) part[t] += part[t + apart];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) partial[get_group_id(0)] = part[0];
}
)";

} // namespace

const char* opencl_by_hand(const std::string& kernel) {
  static const std::map<std::string, std::string> sources{
      {"evolve", std::string(common) + evolve},       {"triad", std::string(common) + triad},
      {"transpose", std::string(common) + transpose}, {"product", std::string(common) + product},
      {"histogram", std::string(common) + histogram}, {"block_sum", std::string(common) + block_sum}};
  const auto found = sources.find(kernel);
  return found == sources.end() ? nullptr : found->second.c_str();
}

} // namespace bench
