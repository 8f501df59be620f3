#include "transform.hpp"

#include <cmath>

namespace {

/// The number of real numbers in the transform of a row of n points.
long transformed(long n) { return 2 * (n / 2 + 1); }

/// The points of the grid, with more points along i: the transform of a row is longer than the row.
nopal::Box modes(const nopal::Call& call) {
  nopal::Box box = call.only_part().owned();
  box.upper[0] = box.lower[0] + transformed(box.extent(0));
  return box;
}

/// The number of waves along the axis for index n: 0, 1, …, then the negative numbers. `points`: points of the axis.
double waves(long n, long points) { return static_cast<double>(n <= points / 2 ? n : n - points); }

fourier::Rows rows(const nopal::Call& call) {
  const nopal::Part part = call.only_part();
  const nopal::Layout& layout = part.layout("spectrum");
  const nopal::Box& points = part.owned();
  fourier::Rows rows;
  rows.dimension = call.domain().dimension();
  for (int a = 0; a < rows.dimension; ++a) {
    const int axis = rows.dimension - 1 - a;
    const long length =
        axis == rows.dimension - 1 ? layout.box.extent(axis) : layout.stride[axis + 1] / layout.stride[axis];
    rows.points[a] = static_cast<int>(points.extent(axis));
    rows.embedding[a] = static_cast<int>(length);
    rows.embedding_of[a] = axis == 0 ? rows.embedding[a] / 2 : rows.embedding[a];
  }
  rows.first = layout.index(points.lower[0], points.lower[1], points.lower[2]);
  return rows;
}

/// On a GPU, clFFT keeps the data there. On a CPU, mapping costs nothing and FFTW is faster.
std::unique_ptr<fourier::Transform> on_opencl(const nopal::Call& call) {
  const std::string& library = call.string("library");
#ifdef FOURIER_CLFFT
  if (library == "clfft" || (library == "auto" && call.device()->description().is_gpu))
    return fourier::by_clfft(rows(call), *call.device());
#else
  if (library == "clfft")
    throw nopal::Error("the thorn fourier was built without clFFT: install libclfft-dev and build it again, or set "
                       "fourier.library: fftw");
#endif
  return fourier::on_mapped(rows(call), *call.device());
}

std::unique_ptr<fourier::Transform> make_transform(const nopal::Call& call) {
  const std::string_view api = call.native_api();
  if (api == "host") return fourier::on_host(rows(call));
  if (api == "opencl") return on_opencl(call);
  if (api == "cuda") return fourier::on_cuda(rows(call), *call.device());
  throw nopal::Error("the thorn fourier has no library of Fourier transforms for devices of the API " +
                     std::string(api) + "; it has one for cuda, opencl and host: choose another accelerator.device");
}

/// The transform of this run. The first step makes it, since the device exists then.
using Kept = std::unique_ptr<fourier::Transform>;

} // namespace

NOPAL_FUNCTION(refuse) {
  if (call.services().size() > 1)
    throw nopal::Error("the thorn fourier transforms whole axes, so it runs on one process only; found " +
                       std::to_string(call.services().size()) + " processes: start it with mpirun -n 1");
  if (!call.domain().all_periodic())
    throw nopal::Error("the thorn fourier needs a grid that is periodic along every axis: set driver.periodic");
  const long more = modes(call).upper[0] - call.only_part().stored().upper[0];
  if (more > 0)
    throw nopal::Error("the transform of a row needs up to two points after its end: set driver.ghosts: " +
                       std::to_string(call.domain().spec().ghosts + more));
  for (int axis = 0; axis < call.domain().dimension(); ++axis) {
    const double length = call.domain().spec().upper[axis] - call.domain().spec().lower[axis];
    const double n = length * (axis + 1) / call.real("wavelength");
    if (std::fabs(n - std::round(n)) > 1e-9 * n)
      throw nopal::Error("the axis " + std::string(1, "xyz"[axis]) + " holds " + std::to_string(n) +
                         " waves, but a periodic grid needs a whole number: set fourier.wavelength");
  }
}

NOPAL_FUNCTION(factors) {
  const nopal::Part part = call.only_part();
  const auto decay = part.write<double>("decay");
  const nopal::Domain& domain = call.domain();
  const nopal::Box& points = part.owned();
  const nopal::Box used = modes(call);
  const nopal::Box& stored = part.stored();
  const auto wavenumber = [&](int axis, double n) {
    const double length = static_cast<double>(points.extent(axis)) * domain.spacing(axis);
    return domain.exists(axis) ? 2 * M_PI * n / length : 0.0;
  };
  for (long k = stored.lower[2]; k < stored.upper[2]; ++k)
    for (long j = stored.lower[1]; j < stored.upper[1]; ++j)
      for (long i = stored.lower[0]; i < stored.upper[0]; ++i) {
        decay(i, j, k) = 0;
        if (!used.contains(nopal::Index{i, j, k})) continue;
        // The real and the imaginary part of a number lie at two neighbouring values of i.
        const long along_x = (i - points.lower[0]) / 2;
        const double kx = wavenumber(0, static_cast<double>(along_x));
        const double ky = wavenumber(1, waves(j - points.lower[1], points.extent(1)));
        const double kz = wavenumber(2, waves(k - points.lower[2], points.extent(2)));
        const double rate = call.real("diffusivity") * (kx * kx + ky * ky + kz * kz);
        // The two transforms together multiply each value by the number of points.
        decay(i, j, k) = nopal::maths::exp(-rate * call.dt()) / static_cast<double>(points.points());
      }
}

NOPAL_FUNCTION(step) {
  const nopal::Part part = call.only_part();
  const nopal::LaunchBox points{part.owned(), {0, 0, 0}, {0, 0, 0}};
  const nopal::LaunchBox numbers{modes(call), {0, 0, 0}, {0, 0, 0}};
  Kept& transform = call.state<Kept>();
  if (transform == nullptr) {
    transform = make_transform(call);
    call.services().info("fourier: " + transform->name());
  }
  // This function chooses the boxes. The kernels run where this function runs: on the device or on the host.
  part.launch("clear", part.boxes(nopal::Region::ghosts));
  part.launch("pack", {&points, 1});
  // device_pointer() orders the library's commands after earlier launches, so call it again for each transform.
  transform->forward(part.device_pointer("spectrum"));
  part.launch("damp", {&numbers, 1});
  transform->backward(part.device_pointer("spectrum"));
  part.launch("unpack", {&points, 1});
}

NOPAL_FUNCTION(finish) { call.state<Kept>().reset(); }
