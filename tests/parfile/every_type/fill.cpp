#include <nopal/thorn.hpp>

NOPAL_FUNCTION(fill) {
  using namespace std::complex_literals;
  for (const nopal::Part& part : call.parts()) {
    auto phi = part.write<double>("phi");
    auto mask = part.write<std::int64_t>("mask");
    auto psi = part.write<std::complex<double>>("psi");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i) {
          const long number = i + 100 * j + 10000 * k;
          phi(i, j, k) = static_cast<double>(number) / 7;
          mask(i, j, k) = 9007199254740993 + number; // not a double
          psi(i, j, k) = static_cast<double>(number) + 0.25i * static_cast<double>(i);
        }
  }
  auto mode = call.write<double>("mode");
  for (long j = 0; j < 3; ++j)
    for (long i = 0; i < 2; ++i) mode(i, j) = static_cast<double>(10 * i + j);
  auto phase = call.write<std::complex<double>>("phase");
  for (long i = 0; i < 4; ++i) phase(i) = static_cast<double>(i) - 1.0i * static_cast<double>(i);
  call.write<double>("total").value() = 0.1;
  call.write<std::int64_t>("count").value() = 9007199254740993;
  call.write<std::complex<double>>("amplitude").value() = 1.5 - 2.5i;
}

NOPAL_FUNCTION(change) {
  const auto now = static_cast<double>(call.iteration());
  for (const nopal::Part& part : call.parts()) {
    auto phi = part.write<double>("phi");
    const nopal::Box& owned = part.owned();
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i) phi(i, j, k) = now;
  }
  auto mode = call.write<double>("mode");
  for (long j = 0; j < 3; ++j)
    for (long i = 0; i < 2; ++i) mode(i, j) = now;
  call.write<double>("total").value() = now;
}
