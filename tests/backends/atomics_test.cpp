// Every atomic operation on every type, in shared memory, arrays and fields. All results are exact.

#include "on_all.hpp"

namespace nopal::test {
namespace {

// The same numbers as in the kernels.
enum Kind { add, sub, min, max, exch, exch_returned, cas, inc, dec, bits_and, bits_or, bits_xor };

class Atomics : public OnBackend {
protected:
  static constexpr long length = 1000;

  std::vector<std::int64_t> values() const {
    std::vector<std::int64_t> values(length);
    for (long n = 0; n < length; ++n) values[static_cast<std::size_t>(n)] = scene.data<std::int64_t>("ints")[n] - 500;
    return values;
  }

  /// Returns the expected element for each kind, for a type that wraps around like T. For exch it is the sum of the
  /// element and of all returned values.
  template <class T> std::vector<T> expected() const {
    std::vector<T> result(12, 0);
    result[bits_and] = 65535;
    for (const std::int64_t value : values()) {
      const auto v = static_cast<T>(value);
      result[add] = static_cast<T>(result[add] + v);
      result[sub] = static_cast<T>(result[sub] - v);
      result[min] = std::min(result[min], v);
      result[max] = std::max(result[max], v);
      result[inc] = result[inc] >= 16 ? T{0} : static_cast<T>(result[inc] + 1);
      result[dec] = result[dec] == 0 ? T{16} : static_cast<T>(result[dec] - 1);
      result[bits_and] &= static_cast<T>(~(1 << (value & 15)));
      result[bits_or] |= static_cast<T>(1 << (value & 15));
      result[bits_xor] ^= v;
    }
    result[exch] = result[cas] = result[add];
    return result;
  }

  /// Checks the elements 12 * type + kind of integer_results.
  template <class T> void check_integers(int type) {
    std::int64_t* found = scene.data<std::int64_t>("integer_results") + 12 * type;
    const std::vector<T> wanted = expected<T>();
    EXPECT_EQ(static_cast<T>(found[exch] + found[exch_returned]), wanted[exch]) << "exch";
    for (int kind = 0; kind < 12; ++kind)
      if (kind != exch && kind != exch_returned) {
        EXPECT_EQ(found[kind], static_cast<std::int64_t>(wanted[static_cast<std::size_t>(kind)]))
            << "type " << type << ", kind " << kind;
      }
  }
  template <class At> void check_reals(const char* where, At at) {
    const std::vector<std::int64_t> wanted = expected<std::int64_t>();
    EXPECT_EQ(at(exch) + at(exch_returned), 0.25 * static_cast<double>(wanted[exch])) << where << ", exch";
    for (const Kind kind : {add, sub, min, max, cas})
      EXPECT_EQ(at(kind), 0.25 * static_cast<double>(wanted[kind])) << where << ", kind " << kind;
  }
};
INSTANTIATE_TEST_SUITE_P(On, Atomics, all_backends(), backend_name);

TEST_P(Atomics, InSharedMemory) {
  scene.run("atomics_in_blocks");
  check_integers<std::int64_t>(0);
  check_integers<std::int32_t>(1);
  check_integers<std::uint32_t>(2);
  const double* reals = scene.data<double>("real_results");
  check_reals("real", [&](int kind) { return reals[kind]; });
  check_reals("float32", [&](int kind) { return reals[7 + kind]; });
}

TEST_P(Atomics, InArraysAndFields) {
  for (const char* variable : {"integer_results", "real_results", "w"}) scene.zero(variable);
  scene.data<std::int64_t>("integer_results")[bits_and] = 65535;
  scene.run("atomics_in_memory");
  check_integers<std::int64_t>(0);
  check_reals("array", [&](int kind) { return scene.data<double>("real_results")[kind]; });
  check_reals("field", [&](int kind) { return scene.at("w", kind + 1, 2, 3); });
}

} // namespace
} // namespace nopal::test
