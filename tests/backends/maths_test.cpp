// Every function of the dialect has the same bits on each backend.

#include "on_all.hpp"

#include "core/generator/dialect.hpp"
#include "core/maths/maths.hpp"

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
  double (*host)(const Arguments&);
};
const Function functions[] = {
    {"sin", [](const Arguments& a) { return maths::sin(a.s); }},
    {"cos", [](const Arguments& a) { return maths::cos(a.s); }},
    {"tan", [](const Arguments& a) { return maths::tan(a.s); }},
    {"asin", [](const Arguments& a) { return maths::asin(a.c); }},
    {"acos", [](const Arguments& a) { return maths::acos(a.c); }},
    {"atan", [](const Arguments& a) { return maths::atan(a.s); }},
    {"atan2", [](const Arguments& a) { return maths::atan2(a.s, a.c); }},
    {"sinh", [](const Arguments& a) { return maths::sinh(a.s); }},
    {"cosh", [](const Arguments& a) { return maths::cosh(a.s); }},
    {"tanh", [](const Arguments& a) { return maths::tanh(a.s); }},
    {"exp", [](const Arguments& a) { return maths::exp(a.s); }},
    {"log", [](const Arguments& a) { return maths::log(a.p); }},
    {"log10", [](const Arguments& a) { return maths::log10(a.p); }},
    {"pow", [](const Arguments& a) { return maths::pow(a.p, a.s); }},
    {"sqrt", [](const Arguments& a) { return std::sqrt(a.p); }},
    {"cbrt", [](const Arguments& a) { return maths::cbrt(a.s); }},
    {"fabs", [](const Arguments& a) { return std::fabs(a.s); }},
    {"floor", [](const Arguments& a) { return std::floor(a.s); }},
    {"ceil", [](const Arguments& a) { return std::ceil(a.s); }},
    {"fmod", [](const Arguments& a) { return std::fmod(a.s, a.t); }},
    {"asinh", [](const Arguments& a) { return maths::asinh(a.s); }},
    {"acosh", [](const Arguments& a) { return maths::acosh(1.0 + a.p); }},
    {"atanh", [](const Arguments& a) { return maths::atanh(a.c); }},
    {"exp2", [](const Arguments& a) { return maths::exp2(a.s); }},
    {"expm1", [](const Arguments& a) { return maths::expm1(a.s); }},
    {"log2", [](const Arguments& a) { return maths::log2(a.p); }},
    {"log1p", [](const Arguments& a) { return maths::log1p(a.c); }},
    {"erf", [](const Arguments& a) { return maths::erf(3.0 * a.c); }},
    {"erfc", [](const Arguments& a) { return maths::erfc(3.0 * a.c); }},
    {"hypot", [](const Arguments& a) { return maths::hypot(a.s, a.t); }},
    {"round", [](const Arguments& a) { return std::round(a.s); }},
    {"trunc", [](const Arguments& a) { return std::trunc(a.s); }},
    {"copysign", [](const Arguments& a) { return std::copysign(a.t, a.s); }},
};

class Maths : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Maths, all_backends(), backend_name);

TEST_P(Maths, HasTheBitsOfTheHost) {
  const long length = 1000;
  scene.run("maths");
  const double* list = scene.data<double>("list");
  const double* found = scene.data<double>("maths");
  for (std::size_t f = 0; f < std::size(functions); ++f)
    for (long n = 0; n < length; ++n)
      EXPECT_EQ(ulps_between(found[n + length * static_cast<long>(f)], functions[f].host({list[n]})), 0)
          << functions[f].name << " of number " << n;
}

// Devices that are processors compute rows without huge angles in another way (core/generator/near_rows.hpp).
TEST_P(Maths, OfSmallAndHugeAnglesHasTheBitsOfTheHost) {
  scene.run("angles");
  const Box interior = scene.decomposition.interior(0);
  int n_huge = 0;
  for (long k = interior.lower[2]; k < interior.upper[2]; ++k)
    for (long j = interior.lower[1]; j < interior.upper[1]; ++j)
      for (long i = interior.lower[0]; i < interior.upper[0]; ++i) {
        const bool huge = (j % 3 == 0 && i % 3 != 0) || (j % 3 == 1 && i == 4);
        const double u = scene.at("u", i, j, k);
        const double angle = huge ? 1e12 * static_cast<double>(i + 2) * u : 10.0 * u;
        n_huge += std::fabs(angle) >= 0x1p30 ? 1 : 0;
        ASSERT_EQ(scene.at("v", i, j, k), maths::sin(angle) + 2.0 * maths::cos(angle) + 4.0 * maths::tan(angle))
            << angle << " at " << i << ", " << j << ", " << k;
      }
  EXPECT_GT(n_huge, interior.points() / 10);
  EXPECT_THAT(Scene::kernel_of("angles").opencl, testing::HasSubstr("nopal_near_body("));
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
