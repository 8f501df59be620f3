// Compares every function of the dialect with the host's library.

#include "on_all.hpp"

#include "core/generator/dialect.hpp"

#include <cmath>
#include <functional>

namespace nopal::test {
namespace {

// The values of the fields, and the arguments that maths.kernel computes from them.
struct Arguments {
  double t, c = 2.0 * t - 1.0, s = 10.0 * c, p = 20.0 * t;
};
struct Function {
  const char* name;
  std::uint64_t ulps; ///< largest error of a device, from OpenCL's specification; CUDA's limits are smaller
  double (*host)(const Arguments&);
};
const Function functions[] = {
    {"sin", 4, [](const Arguments& a) { return std::sin(a.s); }},
    {"cos", 4, [](const Arguments& a) { return std::cos(a.s); }},
    {"tan", 5, [](const Arguments& a) { return std::tan(a.s); }},
    {"asin", 4, [](const Arguments& a) { return std::asin(a.c); }},
    {"acos", 4, [](const Arguments& a) { return std::acos(a.c); }},
    {"atan", 5, [](const Arguments& a) { return std::atan(a.s); }},
    {"atan2", 6, [](const Arguments& a) { return std::atan2(a.s, a.c); }},
    {"sinh", 4, [](const Arguments& a) { return std::sinh(a.s); }},
    {"cosh", 4, [](const Arguments& a) { return std::cosh(a.s); }},
    {"tanh", 5, [](const Arguments& a) { return std::tanh(a.s); }},
    {"exp", 3, [](const Arguments& a) { return std::exp(a.s); }},
    {"log", 3, [](const Arguments& a) { return std::log(a.p); }},
    {"log10", 3, [](const Arguments& a) { return std::log10(a.p); }},
    {"pow", 16, [](const Arguments& a) { return std::pow(a.p, a.s); }},
    {"sqrt", 0, [](const Arguments& a) { return std::sqrt(a.p); }},
    {"cbrt", 2, [](const Arguments& a) { return std::cbrt(a.s); }},
    {"fabs", 0, [](const Arguments& a) { return std::fabs(a.s); }},
    {"floor", 0, [](const Arguments& a) { return std::floor(a.s); }},
    {"ceil", 0, [](const Arguments& a) { return std::ceil(a.s); }},
    {"fmod", 0, [](const Arguments& a) { return std::fmod(a.s, a.t); }},
    {"asinh", 4, [](const Arguments& a) { return std::asinh(a.s); }},
    {"acosh", 4, [](const Arguments& a) { return std::acosh(1.0 + a.p); }},
    {"atanh", 5, [](const Arguments& a) { return std::atanh(a.c); }},
    {"exp2", 3, [](const Arguments& a) { return std::exp2(a.s); }},
    {"expm1", 3, [](const Arguments& a) { return std::expm1(a.s); }},
    {"log2", 3, [](const Arguments& a) { return std::log2(a.p); }},
    {"log1p", 2, [](const Arguments& a) { return std::log1p(a.c); }},
    {"erf", 16, [](const Arguments& a) { return std::erf(3.0 * a.c); }},
    {"erfc", 16, [](const Arguments& a) { return std::erfc(3.0 * a.c); }},
    {"hypot", 4, [](const Arguments& a) { return std::hypot(a.s, a.t); }},
    {"round", 0, [](const Arguments& a) { return std::round(a.s); }},
    {"trunc", 0, [](const Arguments& a) { return std::trunc(a.s); }},
    {"copysign", 0, [](const Arguments& a) { return std::copysign(a.t, a.s); }},
};

class Maths : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Maths, all_backends(), backend_name);

TEST_P(Maths, IsThatOfTheHostWithinTheStatedUlps) {
  const long length = 1000;
  const bool device = GetParam() == "opencl" || GetParam() == "cuda";
  scene.run("maths");
  const double* list = scene.data<double>("list");
  const double* found = scene.data<double>("maths");
  for (std::size_t f = 0; f < std::size(functions); ++f) {
    std::uint64_t most = 0;
    for (long n = 0; n < length; ++n)
      most = std::max(most, ulps_between(found[n + length * static_cast<long>(f)], functions[f].host({list[n]})));
    // The host's library has an error of one or two ulps itself.
    EXPECT_LE(most, device && functions[f].ulps > 0 ? functions[f].ulps + 2 : 0) << functions[f].name;
    RecordProperty(functions[f].name, std::to_string(most));
  }
}

TEST(MathsOfTheDialect, AreAllInTheSuite) {
  std::vector<std::string> tested, offered;
  for (const Function& function : functions) tested.emplace_back(function.name);
  for (const DialectFunction& function : dialect_functions()) offered.emplace_back(function.name);
  EXPECT_THAT(tested, testing::UnorderedElementsAreArray(offered));
  const std::string text = Scene::kernel_of("maths").opencl;
  for (std::size_t f = 0; f < tested.size(); ++f)
    EXPECT_THAT(text, testing::HasSubstr("maths(i, " + std::to_string(f) + ") = " + tested[f] + "("));
}

} // namespace
} // namespace nopal::test
