// Compares generated host kernels with the same arithmetic written here.

#include "core/maths/maths.hpp"
#include "core/plugins/host_backends.hpp"
#include "sample_run.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <tuple>

namespace nopal::test {
namespace host_test {

using Point = std::tuple<long, long, long>;
using Values = std::map<Point, double>;

Values copy(SampleRun& run, const std::string& name, Region region) {
  Values values;
  run.each(region, [&](const LaunchBox&, long i, long j, long k) { values[{i, j, k}] = run.at(name, 0, i, j, k); });
  return values;
}

class HostVersions : public ::testing::TestWithParam<HostVersion> {};
INSTANTIATE_TEST_SUITE_P(Both, HostVersions, ::testing::Values(HostVersion::plain, HostVersion::checked),
                         [](const auto& info) { return info.param == HostVersion::plain ? "plain" : "checked"; });

TEST_P(HostVersions, ComputeWhatTheBodySays) {
  SampleRun run;
  run.run("stencil", Region::interior, GetParam());
  run.each(Region::interior, [&](const LaunchBox&, long i, long j, long k) {
    double sum = 0;
    for (long step = 0; step < 3 + 2; ++step)
      sum += run.at("u", 1, i - 1, j, k) + run.at("u", 1, i, j + 1, k) * static_cast<double>(step) -
             run.at("u", 1, i, j, k - 1) / static_cast<double>(1 + step);
    sum = sum * 1.5;
    ASSERT_EQ(run.at("v", 0, i, j, k), sum + 0.75);
    ASSERT_EQ(run.at("u", 0, i, j, k), run.at("u", 1, i + 1, j - 1, k + 1) - run.at("u", 2, i, j, k) + 6 + 2);
  });
}

TEST_P(HostVersions, TouchOnlyTheirRegion) {
  SampleRun run;
  const Values before = copy(run, "v", Region::boundary);
  run.run("stencil", Region::interior, GetParam());
  EXPECT_EQ(copy(run, "v", Region::boundary), before);
}

TEST_P(HostVersions, KnowTheirPoint) {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (const bool periodic : {false, true})
      for (const Centering centering : {Centering::vertex, Centering::cell})
        for (int rank = 0; rank < 2; ++rank) {
          SampleRun run(
              {.dimension = dimension, .periodic = periodic, .centering = centering, .ranks = 2, .rank = rank});
          run.run("where", Region::everywhere, GetParam());
          const Domain& domain = run.decomposition.domain();
          const auto& d = domain.spacing();
          run.each(Region::everywhere, [&](const LaunchBox& box, long i, long j, long k) {
            const Index at{i, j, k};
            double position[3];
            for (int axis = 0; axis < 3; ++axis)
              position[axis] = domain.exists(axis) ? domain.coordinate(axis, at[axis] + box.image[axis]) : 0;
            const double expected =
                position[0] + 10.0 * position[1] + 100.0 * position[2] +
                1000.0 * static_cast<double>(box.normal[0] + 10 * box.normal[1] + 100 * box.normal[2]) +
                1e6 * static_cast<double>(i + 100 * j + 10000 * k) + d[0] * d[1] * d[2] + 0.125 + 0.25 * 4 + dimension;
            ASSERT_EQ(run.at("v", 0, i, j, k), expected) << i << ' ' << j << ' ' << k << " in " << dimension;
          });
        }
}

TEST_P(HostVersions, ComputeFunctionsInRowsOfAnyLength) {
  for (long cells = 2; cells < 41; ++cells) {
    SampleRun run({.cells = {cells, 4, 4}});
    const Values before = copy(run, "v", Region::boundary);
    run.run("ripples", Region::interior, GetParam());
    run.each(Region::interior, [&](const LaunchBox&, long i, long j, long k) {
      const double u = run.at("u", 1, i, j, k);
      ASSERT_EQ(run.at("v", 0, i, j, k),
                maths::exp(u) * maths::sin(1e9 * u) + run.decomposition.domain().coordinate(0, i))
          << i << " of " << cells;
    });
    EXPECT_EQ(copy(run, "v", Region::boundary), before);
  }
}

TEST_P(HostVersions, HaveTheFunctionsOfTheDialect) {
  SampleRun run;
  run.run("mathematics", Region::interior, GetParam());
  run.each(Region::interior, [&](const LaunchBox&, long i, long j, long k) {
    const double a = run.at("v", 0, i, j, k);
    const double floored = std::floor(a + static_cast<double>(i));
    double total = std::sin(a) + std::cos(a) + std::tan(a) + std::asin(a) + std::acos(a) + std::atan(a) +
                   std::atan2(a, 2.0) + std::sinh(a) + std::cosh(a) + std::tanh(a);
    total += std::exp(a) + std::log(a) + std::log10(a) + std::pow(a, 2.0) + std::sqrt(2.0) + std::sqrt(a) +
             std::cbrt(a) + a + floored + std::ceil(a);
    // Integer min and max divide as integers.
    const long small = std::min(i, 3L) / 2, large = std::max(k, j) / 2;
    total += std::fmod(a, 0.25) + std::min(a, 1.0) + std::max(1.0, a) + static_cast<double>(small) +
             static_cast<double>(large) + 3.14159265358979323846;
    ASSERT_NEAR(run.at("w", 0, i, j, k), total, 1e-13 * total);
  });
}

TEST_P(HostVersions, ReachInwardsFromTheBoundary) {
  SampleRun run;
  run.run("extrapolate", Region::boundary, GetParam());
  run.each(Region::boundary, [&](const LaunchBox& box, long i, long j, long k) {
    ASSERT_EQ(run.at("v", 0, i, j, k), 2 * run.at("v", 0, i - box.normal[0], j - box.normal[1], k - box.normal[2]));
  });
}

TEST_P(HostVersions, UpdateInPlaceUnderTheNameOfTheScheduleItem) {
  SampleRun run;
  const Values before = copy(run, "v", Region::owned);
  run.run("scale_v", Region::owned, GetParam());
  for (const auto& [point, value] : before) {
    const auto [i, j, k] = point;
    ASSERT_EQ(run.at("v", 0, i, j, k), (value + 1.0) * 1.5);
  }
}

TEST_P(HostVersions, ComputeColumnsInTheOrderOfTheirStage) {
  SampleRun run;
  const Values v = copy(run, "v", Region::everywhere), w = copy(run, "w", Region::everywhere);
  const Box points = launch_boxes(run.decomposition, 0, Region::interior).at(0).box;
  const Domain& domain = run.decomposition.domain();
  run.run("upwards", Region::interior, GetParam());
  for (long j = points.lower[1]; j < points.upper[1]; ++j)
    for (long i = points.lower[0]; i < points.upper[0]; ++i) {
      double below_v = v.at({i, j, points.lower[2] - 1}), below_w = w.at({i, j, points.lower[2] - 1});
      for (long k = points.lower[2]; k < points.upper[2]; ++k) {
        below_w = run.at("u", 1, i, j, k - 1) + below_v * below_w;
        below_v = 0.5 * run.at("u", 1, i, j, k) - 1.5 * below_v + domain.coordinate(2, k);
        ASSERT_EQ(run.at("w", 0, i, j, k), below_w);
        ASSERT_EQ(run.at("v", 0, i, j, k), below_v);
      }
    }
  run.run("downwards", Region::interior, GetParam());
  for (long j = points.lower[1]; j < points.upper[1]; ++j)
    for (long i = points.lower[0]; i < points.upper[0]; ++i) {
      double above = v.at({i, j, points.upper[2]});
      for (long k = points.upper[2] - 1; k >= points.lower[2]; --k) {
        above = 0.5 * run.at("u", 1, i + 1, j, k) - 1.5 * above + domain.coordinate(2, k);
        ASSERT_EQ(run.at("v", 0, i, j, k), above);
      }
    }
}

TEST_P(HostVersions, ComputeAGridWithoutColumns) {
  for (int dimension = 1; dimension <= 2; ++dimension) {
    SampleRun run({.dimension = dimension});
    const Values before = copy(run, "v", Region::interior);
    run.run("upwards", Region::interior, GetParam());
    run.each(Region::interior, [&](const LaunchBox&, long i, long j, long k) {
      ASSERT_EQ(run.at("v", 0, i, j, k), 0.5 * run.at("u", 1, i, j, k) - 1.5 * before.at({i, j, k}));
    });
  }
}

TEST_P(HostVersions, TakeParametersAfterSteeringAndScalarsAtTheCall) {
  SampleRun run;
  BoundKernel bound(sample_kernel("stencil"), run.variables, run.parameters, run.grid);
  const auto boxes = launch_boxes(run.decomposition, 0, Region::interior);
  const auto launch = [&] {
    bound.run_on_host(*run.memory, boxes, run.clock, GetParam());
    return run.at("v", 0, 3, 3, 3);
  };
  const double first = launch();
  run.number<double>("s") += 1;
  EXPECT_NEAR(launch(), first + 1, 1e-12);
  run.number<double>("s") -= 1;
  run.parameters.set("samples::factor", {false, {3.0}}, {});
  EXPECT_EQ(launch(), first) << "read before refresh_parameters";
  bound.refresh_parameters(run.parameters);
  EXPECT_NEAR(launch() - 0.75, 2 * (first - 0.75), 1e-12);
  run.parameters.set("samples::flag", {false, {false}}, {});
  bound.refresh_parameters(run.parameters);
  const double plain = launch();
  EXPECT_NEAR(plain - 0.75, -(first - 0.75) / 1.5, 1e-12);
  run.parameters.set("samples::flag", {false, {true}}, {});
  run.parameters.set("samples::mode", {false, {std::string("first")}}, {});
  bound.refresh_parameters(run.parameters);
  EXPECT_EQ(launch(), plain);
}

TEST_P(HostVersions, DoNothingForNoBoxes) {
  SampleRun run;
  BoundKernel bound(sample_kernel("stencil"), run.variables, run.parameters, run.grid);
  const double before = run.at("v", 0, 3, 3, 3);
  bound.run_on_host(*run.memory, {}, run.clock, GetParam());
  const LaunchBox empty{{{3, 3, 3}, {3, 4, 4}}, {}, {}};
  bound.run_on_host(*run.memory, {&empty, 1}, run.clock, GetParam());
  EXPECT_EQ(run.at("v", 0, 3, 3, 3), before);
}

TEST(HostKernel, WithAnOrderHasTheSameBitsForEveryBackend) {
  const SampleGrid sample{.cells = {23, 19, 29}};
  for (const char* kernel : {"upwards", "downwards"}) {
    SampleRun alone(sample);
    alone.run(kernel, Region::interior);
    const Values expected = copy(alone, "v", Region::everywhere);
    for (const char* name : {"threads", "openmp-threads", "openmp-teams", "openmp-blocks"})
      for (const int threads : {2, 3, 7}) {
        const auto backend = make_host_backend(name, threads, SearchPath::standard());
        SampleRun shared(sample);
        shared.run(kernel, Region::interior, HostVersion::plain, backend.get());
        EXPECT_EQ(copy(shared, "v", Region::everywhere), expected) << kernel << " on " << name;
      }
  }
}

TEST(HostKernel, CentredDifferencesAlongMissingAxesVanish) {
  for (int dimension = 1; dimension <= 2; ++dimension) {
    SampleRun run({.dimension = dimension});
    run.run("stencil", Region::interior, HostVersion::checked);
    run.each(Region::interior, [&](const LaunchBox&, long i, long j, long k) {
      // On a grid without z (or y), any k (or j) means the only plane.
      const double neighbour = dimension == 1 ? run.at("u", 1, i + 1, 0, 0) : run.at("u", 1, i + 1, j - 1, 0);
      ASSERT_EQ(run.at("u", 0, i, j, k), neighbour - run.at("u", 2, i, j, k) + 6 + 2);
    });
  }
}

TEST(BoundKernel, RefusesALibraryOfAnotherDeclaration) {
  using ::testing::AllOf;
  using ::testing::HasSubstr;
  using ::testing::ThrowsMessage;
  SampleRun run;
  const auto bind = [&](const Variables& variables, const Parameters& parameters) {
    BoundKernel bound(sample_kernel("stencil"), variables, parameters, run.grid);
  };
  const auto outdated = [](const char* what) {
    return ThrowsMessage<Error>(
        AllOf(HasSubstr("thorn samples was built from another declaration"), HasSubstr(what), HasSubstr("build")));
  };
  EXPECT_THAT([&] { bind({}, run.parameters); }, outdated("samples::u@1 (u_p)"));
  EXPECT_THAT([&] { bind(run.variables, {}); }, outdated("samples::factor (factor)"));

  Variables fewer;
  for (const GroupDeclaration& group : read_samples().groups) {
    Group changed = group.group;
    changed.timelevels = std::min(changed.timelevels, 2);
    fewer.add_group(changed, group.variables);
  }
  EXPECT_THAT([&] { bind(fewer, run.parameters); }, outdated("samples::u@2 (u_p_p)"));

  Parameters changed;
  for (ParameterDeclaration parameter : read_samples().parameters) {
    if (parameter.name == "count") {
      parameter.type = ParameterType::real;
      parameter.default_value = Value{false, {3.0}};
    }
    changed.declare(parameter);
  }
  EXPECT_THAT([&] { bind(run.variables, changed); }, outdated("samples::count (count), which has another type"));
}

} // namespace host_test
} // namespace nopal::test
