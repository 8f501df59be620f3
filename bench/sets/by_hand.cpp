// Measures the airfoil case written by hand, in all ways and with one thread and more, and the bandwidth of a triad.

#include "bench/command_line.hpp"
#include "bench/pairs.hpp"
#include "bench/sets/airfoil_by_hand.hpp"
#include "bench/sets/huge.hpp"
#include "bench/stencils_by_hand.hpp"
#include "core/base/error.hpp"

#include <nlohmann/json.hpp>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace bench;

/// A way with a number of threads, and its times.
struct Case {
  const Way* way;
  int threads;
  std::unique_ptr<Airfoil> airfoil;
  double rms = 0;
  double difference = 0; ///< largest difference of any q from that of the first case
  std::vector<double> seconds{};
  int interrupted = 0; ///< times at which another process took a core

  double per_iteration(long iterations) const { return median(seconds) / static_cast<double>(iterations); }
};

std::vector<Case> make_cases(const Mesh& mesh, const std::set<int>& threads) {
  std::vector<Case> cases;
  for (const int each : threads)
    for (const Way& way : airfoil_ways)
      if (each == 1 || way.threaded) cases.push_back({&way, each, way.make(mesh, each)});
  return cases;
}

/// The first iterations warm up. All cases take turns.
void measure(std::vector<Case>& cases, long iterations, long repeats) {
  for (Case& each : cases) each.airfoil->iterate(2);
  for (long n = 0; n < repeats; ++n)
    for (Case& each : cases) {
      each.airfoil->restart();
      const long before = interruptions();
      each.seconds.push_back(seconds([&] { each.rms = each.airfoil->iterate(iterations); }));
      each.interrupted += interruptions() != before ? 1 : 0;
    }
}

/// All cases must have computed the same flow, up to rounding.
void compare(std::vector<Case>& cases) {
  const std::vector<double> expected = cases.front().airfoil->flow();
  for (Case& each : cases) {
    const std::vector<double> found = each.airfoil->flow();
    for (std::size_t n = 0; n < found.size(); ++n)
      each.difference = std::max(each.difference, std::abs(found[n] - expected[n]));
    if (!(each.difference < 1e-9))
      throw nopal::Error(std::string("the flow of \"") + each.way->name + "\" differs from that in order by " +
                         std::to_string(each.difference));
  }
}

/// Returns bytes per second of a[n] = b[n] + s c[n], counted as 24 for each n, with numbers of threads.
std::map<int, double> triad_rates(const std::set<int>& threads) {
  constexpr long elements = 1L << 23;
  Huge<double> a(elements), b(elements), c(elements);
  std::map<int, std::vector<double>> rates;
  for (int n = 0; n < 11; ++n)
    for (const int each : threads) {
      omp_set_num_threads(each);
      const double time = seconds([&] { streaming_triad(a.begin(), b.begin(), c.begin(), 3.0, elements); });
      rates[each].push_back(24.0 * static_cast<double>(elements) / time);
    }
  std::map<int, double> medians;
  for (const auto& [each, all] : rates) medians[each] = median(all);
  return medians;
}

nlohmann::json to_json(const std::vector<Case>& cases, const Mesh& mesh, long iterations,
                       const std::map<int, double>& triad) {
  nlohmann::json result = {{"cells", mesh.cells}, {"edges", mesh.edges}, {"iterations", iterations}};
  for (const Case& each : cases)
    result["airfoil"].push_back({{"way", each.way->name},
                                 {"threads", each.threads},
                                 {"seconds_per_iteration", each.per_iteration(iterations)},
                                 {"seconds", each.seconds},
                                 {"interrupted", each.interrupted},
                                 {"rms", each.rms},
                                 {"difference", each.difference}});
  for (const auto& [threads, rate] : triad) result["triad"].push_back({{"threads", threads}, {"bytes_per_s", rate}});
  return result;
}

void print(const std::vector<Case>& cases, const Mesh& mesh, long iterations, const std::map<int, double>& triad) {
  std::printf("airfoil by hand, %ld cells, %ld edges, %ld iterations, %zu interleaved repeats\n", mesh.cells,
              mesh.edges, iterations, cases.front().seconds.size());
  std::printf("%-10s %7s %15s %12s %8s %12s %11s  rms\n", "way", "threads", "ms/iteration", "cells/s", "spread",
              "interrupted", "difference");
  for (const Case& each : cases) {
    const auto [least, most] = std::minmax_element(each.seconds.begin(), each.seconds.end());
    const double time = each.per_iteration(iterations);
    std::printf("%-10s %7d %15.4f %12.4g %8.2f %12d %11.1e  %.15e\n", each.way->name, each.threads, 1e3 * time,
                static_cast<double>(mesh.cells) / time, *most / *least, each.interrupted, each.difference, each.rms);
  }
  for (const auto& [threads, rate] : triad) {
    const Case* best = nullptr;
    for (const Case& each : cases)
      if (each.threads == threads &&
          (best == nullptr || each.per_iteration(iterations) < best->per_iteration(iterations)))
        best = &each;
    std::printf("%d thread%s: the fastest way is %s; streaming triad %.3g GB/s\n", threads, threads > 1 ? "s" : "",
                best->way->name, 1e-9 * rate);
  }
}

int run(const std::string& path, long iterations, long repeats, int threads, const std::string& json) {
  const Mesh mesh = read_mesh(path);
  if (mesh.cells < threads) throw nopal::Error("the mesh has fewer cells than threads");
  omp_set_dynamic(0); // each thread owns a part
  const std::set<int> numbers = {1, threads};
  std::vector<Case> cases = make_cases(mesh, numbers);
  measure(cases, iterations, repeats);
  compare(cases);
  const auto triad = triad_rates(numbers);
  print(cases, mesh, iterations, triad);
  if (json == "none") return 0;
  std::ofstream file(json);
  file << to_json(cases, mesh, iterations, triad).dump(2) << '\n';
  if (!file.flush()) throw nopal::Error("cannot write \"" + json + "\"");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Measures the airfoil case written by hand; prints medians of interleaved repeats");
  std::string mesh = "parfiles/meshes/airfoil_1800.h5", json = "none";
  long iterations = 100, repeats = 11, threads = 2;
  line.word("mesh", mesh, "HDF5 file of the mesh: see scripts/airfoil-mesh");
  line.number("iterations", iterations, "Iterations in a repeat");
  line.number("repeats", repeats, "Repeats of each way");
  line.number("threads", threads, "Each way runs with 1 thread and with so many");
  line.word("json", json, "File to write the results to as JSON, or none");
  return line.main(argc, argv, [&] { return run(mesh, iterations, repeats, static_cast<int>(threads), json); });
}
