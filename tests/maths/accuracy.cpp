// Compares the functions of core/maths with MPFR, and their forms for one real, for vectors and on the OpenCL devices
// of this machine with each other. Prints the forms and the largest errors, and exits with 1 if anything is not as
// cases.cpp says.
//
//     maths_accuracy [--arguments N] [--host] [FUNCTION...]
//
// N: random arguments of each function, shared by its ranges, 20000 if left out. --host: not on OpenCL devices.
// Otherwise it exits with 77 if there is none. Without names of functions it compares all.

#include "arguments.hpp"
#include "compare.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

using namespace nopal::test;

namespace {

void merge(Worst& all, const Worst& more) {
  if (more.normal.error > all.normal.error) all.normal = more.normal;
  if (more.denormal.error > all.denormal.error) all.denormal = more.denormal;
}

void print(const Case& of, const Worst& worst, long n) {
  std::printf("%-6s %ld arguments: %.4f ulp at (%a, %a)", of.name, n, worst.normal.error, worst.normal.a,
              worst.normal.b);
  if (worst.denormal.error > 0.0)
    std::printf(", denormal results %.4f ulp at (%a, %a)", worst.denormal.error, worst.denormal.a, worst.denormal.b);
  std::printf("\n");
}

std::vector<double> any_reals(std::size_t n) {
  return arguments_in({0x1p-1074, 0x1p1023, Spread::by_exponent}, static_cast<long>(n), 98);
}

// Compares at these arguments. Returns their number.
long try_at(const Case& of, std::size_t function, const std::vector<double>& a, const std::vector<double>& b,
            Worst& worst, Mistakes& mistakes) {
  merge(worst, compare(of, function, a, b, mistakes));
  compare_properties(of, function, a, b, mistakes);
  return static_cast<long>(a.size());
}

// `random`: arguments in all ranges.
void try_case(const Case& of, std::size_t function, long random, Mistakes& mistakes) {
  Worst worst;
  long total = 0;
  const long n = std::max(random / static_cast<long>(of.ranges.size()) / 8 * 8, 8L);
  for (std::size_t r = 0; r < of.ranges.size(); ++r) {
    const std::vector<double> a = arguments_in(of.ranges[r], n, 2 * r + 1);
    const std::vector<double> b =
        of.two != nullptr ? arguments_in(of.second_ranges[r], n, 2 * r + 2, a) : std::vector<double>();
    total += try_at(of, function, a, b, worst, mistakes);
  }
  const std::vector<double> exponents = of_each_exponent();
  total += try_at(of, function, exponents, of.two != nullptr ? any_reals(exponents.size()) : std::vector<double>(),
                  worst, mistakes);
  if (of.angles) {
    total += try_at(of, function, hardest_angles(), {}, worst, mistakes);
    total += try_at(of, function, quarter_turns(n), {}, worst, mistakes);
  }
  if (!of.borders.empty()) {
    std::vector<double> near = around(of.borders, static_cast<int>(std::min(n / 8 * 4, 4000L))), b;
    if (of.two != nullptr) {
      b = arguments_in({0x1p-1000, 0x1p1000, Spread::by_exponent}, static_cast<long>(near.size()), 99);
      std::transform(near.begin(), near.end(), b.begin(), near.begin(), std::multiplies<>());
    }
    total += try_at(of, function, near, b, worst, mistakes);
  }
  merge(worst, compare_special(of, function, mistakes));
  print(of, worst, total);
}

} // namespace

int main(int argc, char** argv) {
  long n = 20000;
  bool host = false;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--arguments") == 0 && i + 1 < argc)
      n = std::max(std::atol(argv[++i]) / 8 * 8, 8L);
    else if (std::strcmp(argv[i], "--host") == 0)
      host = true;
    else
      wanted.emplace_back(argv[i]);
  if (!host && add_opencl_forms() == 0) {
    std::printf("there is no OpenCL device with doubles\n");
    return 77;
  }
  for (const Form& form : forms()) std::printf("form: %s\n", form.name.c_str());
  Mistakes mistakes;
  int missing = 0;
  for (std::size_t f = 0; f < functions().size(); ++f) {
    const std::string name = functions()[f].name;
    if (!wanted.empty() && std::ranges::count(wanted, name) == 0) continue;
    const auto found = std::ranges::find_if(cases(), [&](const Case& of) { return of.name == name; });
    if (found != cases().end())
      try_case(*found, f, n, mistakes);
    else
      ++missing, std::printf("%s has no case\n", name.c_str());
  }
  for (const std::string& name : wanted)
    if (std::ranges::find(functions(), name, &Named::name) == functions().end())
      ++missing, std::printf("there is no function \"%s\"\n", name.c_str());
  if (mistakes.number() > 0) std::printf("%d mistakes\n", mistakes.number());
  return mistakes.number() + missing > 0 ? 1 : 0;
}
