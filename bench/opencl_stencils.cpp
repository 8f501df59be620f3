#include "bench/opencl_stencils.hpp"

#include <array>
#include <deque>

namespace bench {

namespace {

using namespace nopal;

// As in opencl_by_hand.cpp.
constexpr char common[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
struct constants { double lower[3], centre[3], spacing[3], time, dt; long iteration, dimension, boxes, items; };
struct shape { long origin, stride_j, stride_k; };
#define ARGUMENTS global const long* restrict box, const struct constants c, constant struct shape* shapes
#define INPUT global const double* restrict
#define OUTPUT global double* restrict
#define ROW \
  if (c.items == 0) return; \
  const long nj = box[4] - box[1], row = get_global_id(0); \
  const long j = box[1] + row % nj, k = box[2] + row / nj; \
  if (k >= box[5]) return; \
  const long sj = shapes[0].stride_j, first = shapes[0].origin + j * sj + k * shapes[0].stride_k; \
  for (long n = first + box[0]; n < first + box[3]; ++n)
#define COLUMNS \
  if (c.items == 0) return; \
  const long row = get_global_id(0); \
  if (row >= box[4] - box[1]) return; \
  const long sk = shapes[0].stride_k, first = shapes[0].origin + (box[1] + row) * shapes[0].stride_j; \
  const long lowest = box[2], highest = box[5] - 1;
#define AT(k) for (long n = first + (k) * sk + box[0]; n < first + (k) * sk + box[3]; ++n)
#define LIMITED(flux, difference) ((flux) * (difference) > 0.0 ? 0.0 : (flux))
)";

constexpr char laplacian[] = R"(
kernel void by_hand_laplacian_rows(ARGUMENTS, INPUT in, OUTPUT lap) {
  ROW lap[n] = 4.0 * in[n] - (in[n + 1] + in[n - 1] + in[n + sj] + in[n - sj]);
}
)";

constexpr char flux_x[] = R"(
kernel void by_hand_flux_x_rows(ARGUMENTS, INPUT in, INPUT lap, OUTPUT flx) {
  ROW {
    const double flux = lap[n + 1] - lap[n];
    flx[n] = LIMITED(flux, in[n + 1] - in[n]);
  }
}
)";

constexpr char flux_y[] = R"(
kernel void by_hand_flux_y_rows(ARGUMENTS, INPUT in, INPUT lap, OUTPUT fly) {
  ROW {
    const double flux = lap[n + sj] - lap[n];
    fly[n] = LIMITED(flux, in[n + sj] - in[n]);
  }
}
)";

constexpr char update[] = R"(
kernel void by_hand_update_rows(ARGUMENTS, INPUT in, INPUT coeff, INPUT flx, INPUT fly, OUTPUT out) {
  ROW out[n] = in[n] - coeff[n] * (flx[n] - flx[n - 1] + fly[n] - fly[n - sj]);
}
)";

// Computes each Laplacian several times, and keeps nothing in memory.
constexpr char diffuse[] = R"(
#define LAP(m) (4.0 * in[m] - (in[(m) + 1] + in[(m) - 1] + in[(m) + sj] + in[(m) - sj]))
kernel void by_hand_diffuse_rows(ARGUMENTS, INPUT in, INPUT coeff, OUTPUT out) {
  ROW {
    const double lap = LAP(n), right = LAP(n + 1) - lap, left = lap - LAP(n - 1);
    const double top = LAP(n + sj) - lap, bottom = lap - LAP(n - sj);
    out[n] = in[n] - coeff[n] * (LIMITED(right, in[n + 1] - in[n]) - LIMITED(left, in[n] - in[n - 1]) +
                                 LIMITED(top, in[n + sj] - in[n]) - LIMITED(bottom, in[n] - in[n - sj]));
  }
}
)";

// The two sweeps of vertical advection for a row along i.
constexpr char sweep_macros[] = R"(
#define ELIMINATE \
  AT(lowest) { \
    const double cc = 0.125 * (wcon[n + sk + 1] + wcon[n + sk]), b = dtr_stage - cc; \
    ccol[n] = cc / b; \
    dcol[n] = (dtr_stage * in[n] + utens[n] - cc * (in[n + sk] - in[n])) / b; \
  } \
  for (long k = lowest + 1; k < highest; ++k) AT(k) { \
    const double a = -0.125 * (wcon[n + 1] + wcon[n]), cc = 0.125 * (wcon[n + sk + 1] + wcon[n + sk]); \
    const double b = dtr_stage - a - cc; \
    const double d = dtr_stage * in[n] + utens[n] - a * (in[n - sk] - in[n]) - cc * (in[n + sk] - in[n]); \
    const double divided = 1.0 / (b - a * ccol[n - sk]); \
    ccol[n] = cc * divided; \
    dcol[n] = (d - a * dcol[n - sk]) * divided; \
  } \
  AT(highest) { \
    const double a = -0.125 * (wcon[n + 1] + wcon[n]), b = dtr_stage - a; \
    const double d = dtr_stage * in[n] + utens[n] - a * (in[n - sk] - in[n]); \
    dcol[n] = (d - a * dcol[n - sk]) / (b - a * ccol[n - sk]); \
  }
#define SUBSTITUTE \
  AT(highest) u[n] = dcol[n]; \
  for (long k = highest - 1; k >= lowest; --k) AT(k) u[n] = dcol[n] - ccol[n] * u[n + sk];
)";

constexpr char eliminate[] = R"(
kernel void by_hand_eliminate_rows(ARGUMENTS, INPUT in, INPUT utens, INPUT wcon, OUTPUT ccol, OUTPUT dcol,
    const double dtr_stage) { COLUMNS ELIMINATE }
)";

constexpr char substitute[] = R"(
kernel void by_hand_substitute_rows(ARGUMENTS, INPUT ccol, INPUT dcol, OUTPUT u) { COLUMNS SUBSTITUTE }
)";

constexpr char advect[] = R"(
kernel void by_hand_advect_rows(ARGUMENTS, INPUT in, INPUT utens, INPUT wcon, OUTPUT ccol, OUTPUT dcol, OUTPUT u,
    const double dtr_stage) { COLUMNS ELIMINATE SUBSTITUTE }
)";

KernelArgument field(const char* source, Access access) { return {source, source, ArgumentKind::field, access}; }
KernelArgument reads(const char* source) { return field(source, Access::read); }
KernelArgument writes(const char* source) { return field(source, Access::readwrite); }
KernelArgument number(const char* source) { return {source, source, ArgumentKind::real}; }

/// Makes a kernel from the text of its function. The arguments must last as long as the kernel.
template <std::size_t n> Kernel kernel(const char* name, const std::array<KernelArgument, n>& arguments,
                                       const char* function, VerticalOrder order = VerticalOrder::parallel) {
  static std::deque<std::string> sources;
  Kernel result{};
  result.thorn = "by_hand";
  result.name = name;
  result.arguments = arguments.data();
  result.n_arguments = static_cast<int>(n);
  result.opencl = sources.emplace_back(std::string(common) + sweep_macros + function).c_str();
  result.path = "bench/opencl_stencils.cpp";
  result.order = order;
  return result;
}

std::vector<HandStencil> diffusion() {
  static const std::array lap_arguments{reads("diffusion::u@1"), writes("diffusion::lap")};
  static const std::array flx_arguments{reads("diffusion::u@1"), reads("diffusion::lap"), writes("diffusion::flx")};
  static const std::array fly_arguments{reads("diffusion::u@1"), reads("diffusion::lap"), writes("diffusion::fly")};
  static const std::array update_arguments{reads("diffusion::u@1"), reads("diffusion::coeff"), reads("diffusion::flx"),
                                           reads("diffusion::fly"), writes("diffusion::u")};
  static const std::array whole_arguments{reads("diffusion::u@1"), reads("diffusion::coeff"), writes("diffusion::u")};
  static const Kernel stages[] = {kernel("laplacian", lap_arguments, laplacian),
                                  kernel("flux_x", flx_arguments, flux_x), kernel("flux_y", fly_arguments, flux_y),
                                  kernel("update", update_arguments, update)};
  static const Kernel whole = kernel("diffuse", whole_arguments, diffuse);
  return {{"a kernel for each stage",
           {{&stages[0], {1, 1}, {1, 1}}, {&stages[1], {1, 0}, {0, 0}}, {&stages[2], {0, 1}, {0, 0}}, {&stages[3]}}},
          {"one kernel", {{&whole}}}};
}

std::vector<HandStencil> advection() {
  static const std::array first_arguments{reads("advection_z::u@1"),   reads("advection_z::utens"),
                                          reads("advection_z::wcon"),  writes("advection_z::ccol"),
                                          writes("advection_z::dcol"), number("advection_z::dtr_stage")};
  static const std::array last_arguments{reads("advection_z::ccol"), reads("advection_z::dcol"),
                                         writes("advection_z::u")};
  static const std::array whole_arguments{reads("advection_z::u@1"),       reads("advection_z::utens"),
                                          reads("advection_z::wcon"),      writes("advection_z::ccol"),
                                          writes("advection_z::dcol"),     writes("advection_z::u"),
                                          number("advection_z::dtr_stage")};
  static const Kernel sweeps[] = {kernel("eliminate", first_arguments, eliminate, VerticalOrder::forward),
                                  kernel("substitute", last_arguments, substitute, VerticalOrder::backward)};
  static const Kernel whole = kernel("advect", whole_arguments, advect, VerticalOrder::forward);
  return {{"a kernel for each stage", {{&sweeps[0]}, {&sweeps[1]}}}, {"one kernel", {{&whole}}}};
}

} // namespace

std::vector<HandStencil> opencl_stencils(const std::string& thorn) {
  return thorn == "diffusion" ? diffusion() : advection();
}

} // namespace bench
