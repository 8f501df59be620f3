// Integrates the gas of an output file of nopal with the scheme of the thorn euler by hand, measures that, and compares
// the result with a later output file. bench/physics runs it.

#include "bench/command_line.hpp"
#include "bench/gas_by_hand.hpp"
#include "bench/pairs.hpp"
#include "core/base/error.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using nopal::Error;

constexpr std::array names = {"rho", "mom_x", "mom_y", "mom_z", "energy"};
constexpr double gamma_of_gas = 1.4; // the default of euler.gamma

/// Reads a field of a cube of n cells along each axis, as the thorn hdf5 has written it.
std::vector<double> read_field(const std::string& path, long iteration, const std::string& name, long n) {
  std::vector<double> values(static_cast<std::size_t>(n * n * n));
  const std::string data = "/data/" + std::to_string(iteration) + "/meshes/euler_" + name;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = file < 0 ? -1 : H5Dopen2(file, data.c_str(), H5P_DEFAULT);
  const hid_t space = set < 0 ? -1 : H5Dget_space(set);
  const bool read = space >= 0 && H5Sget_simple_extent_npoints(space) == n * n * n &&
                    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  if (file >= 0) H5Fclose(file);
  if (!read) throw Error("\"" + path + "\" has no dataset \"" + data + "\" of " + std::to_string(n) + "^3 numbers");
  return values;
}

void start(bench::Gas& gas, const std::string& path, long n) {
  for (int field = 0; field < bench::Gas::fields; ++field) {
    const std::vector<double> values = read_field(path, 0, names[field], n);
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j) std::copy_n(values.data() + (k * n + j) * n, n, gas.row(field, j, k));
  }
}

/// Returns the largest difference of a field from that of nopal, in units of the largest value. The momenta count as
/// one vector.
double difference(const bench::Gas& gas, const std::string& path, long iteration, long n) {
  std::array<double, bench::Gas::fields> most{}, largest{};
  for (int field = 0; field < bench::Gas::fields; ++field) {
    const std::vector<double> values = read_field(path, iteration, names[field], n);
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j)
        for (long i = 0; i < n; ++i) {
          const double other = values[static_cast<std::size_t>((k * n + j) * n + i)];
          const double apart = std::fabs(gas.row(field, j, k)[i] - other);
          if (!(apart <= most[field])) most[field] = apart; // also if it is not a number
          largest[field] = std::max(largest[field], std::fabs(other));
        }
  }
  const double momentum = std::max({largest[1], largest[2], largest[3]});
  return std::max(
      {most[0] / largest[0], most[1] / momentum, most[2] / momentum, most[3] / momentum, most[4] / largest[4]});
}

int measure(const std::string& folder, long n, long iterations, double dt) {
  const double spacing = 1.0 / static_cast<double>(n);
  bench::GasByHand by_hand({n, n, n}, {spacing, spacing, spacing}, gamma_of_gas, dt);
  start(by_hand.gas(), folder + "/fields_00000000.h5", n);
  std::vector<double> steps;
  for (long step = 0; step < iterations; ++step) steps.push_back(bench::seconds([&] { by_hand.step(); }));
  char last[32];
  std::snprintf(last, sizeof last, "/fields_%08ld.h5", iterations);
  // The first step also touches memory for the first time.
  if (steps.size() > 1) steps.erase(steps.begin());
  std::printf("by hand: %.6f s a step, differs by %.3g\n", bench::median(steps),
              difference(by_hand.gas(), folder + last, iterations, n));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Measures euler by hand, from the first to the last output of a run");
  std::string folder = ".", dt = "0.001";
  long cells = 96, iterations = 10;
  line.word("folder", folder, "Folder of the run's output");
  line.number("cells", cells, "Cells along each axis of a cube of size 1");
  line.number("iterations", iterations, "Iterations; the run has output at iteration 0 and after the last one");
  line.word("dt", dt, "The time step");
  return line.main(argc, argv, [&] { return measure(folder, cells, iterations, std::stod(dt)); });
}
