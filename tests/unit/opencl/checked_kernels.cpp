// The checked versions of kernels on a device: what they find, and that they compute the same.

#include "opened.hpp"
#include "written_kernel.hpp"

#include "core/kernel_text/kernel_text.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::vector<ArgumentDeclaration> arguments{{"a", "test::a@0", ArgumentKind::field, Access::write},
                                                 {"b", "test::b@0", ArgumentKind::field, Access::read},
                                                 {"n", "test::n", ArgumentKind::integer}};

/// Two fields of 8 x 1 x 1 points.
class CheckedKernels : public ::testing::Test {
protected:
  void open(bool checked) {
    DeviceOptions options;
    options.threads = 2;
    options.checked = checked;
    device_ = plugin().open(options);
    const SlotStorage slots[] = {slot_storage({0, 0}, {0, 0, 0}, {8, 1, 1}),
                                 slot_storage({1, 0}, {0, 0, 0}, {8, 1, 1})};
    layout_ = slots[0].layout;
    device_->create_variables(slots);
    values_.resize(static_cast<std::size_t>(layout_.size));
  }

  /// Sets b, computes a, and returns it.
  std::vector<double> compute(const std::string& body, std::vector<double> given = {0, 1, 2, 3, 4, 5, 6, 7},
                              long n = 0) {
    const Kernel& kernel = kernels_.emplace_back("step", arguments, body).kernel();
    given.resize(8);
    std::copy(given.begin(), given.end(), values_.begin() + layout_.index(0, 0, 0));
    const Piece to{{1, 0}, reinterpret_cast<std::byte*>(values_.data()), 0, layout_.size};
    Ticket ticket = 0;
    device_->copy_to_device({&to, 1}, ticket);
    device_->wait(ticket);
    const Slot fields[] = {{0, 0}, {1, 0}};
    const std::int64_t integers[] = {n};
    const LaunchBox boxes[] = {{{{0, 0, 0}, {8, 1, 1}}, {0, 0, 0}, {0, 0, 0}}};
    const KernelGrid grid;
    device_->launch({device_->load_kernel(kernel), fields, {}, integers, boxes, &grid, {}});
    const Piece from{{0, 0}, reinterpret_cast<std::byte*>(values_.data()), 0, layout_.size};
    device_->copy_to_host({&from, 1});
    const auto first = values_.begin() + layout_.index(0, 0, 0);
    return {first, first + 8};
  }

  std::string error_of(const std::string& body, std::vector<double> given = {0, 1, 2, 3, 4, 5, 6, 7}, long n = 0) {
    try {
      compute(body, std::move(given), n);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::unique_ptr<Device> device_;
  Layout layout_;
  std::vector<double> values_;
  std::deque<WrittenKernel> kernels_; // a device knows them by their addresses
};

TEST_F(CheckedKernels, FindWhatGivesNoValue) {
  open(true);
  const auto found = [&](const std::string& body, const char* text, long n = 0) {
    EXPECT_THAT(error_of(body, {0, 1, 2, 3, 4, 5, 6, 7}, n),
                AllOf(HasSubstr("some/where.kernel:2: kernel step of thorn test"), HasSubstr(text)))
        << body;
  };
  found("\na(i,j,k) = 10 / n;",
        "an integer is divided by 0, or a remainder of such a division is taken (the dividend is 10)");
  found("\na(i,j,k) = i % n;", "an integer is divided by 0");
  found("int m = i;\nm /= n;\na(i,j,k) = m;", "an integer is divided by 0");
  found("const int least = -9223372036854775807 - 1;\na(i,j,k) = least / n;",
        "the smallest integer, -9223372036854775808, is divided by -1", -1);
  found("const int least = -9223372036854775807 - 1;\na(i,j,k) = least % n;", "is divided by -1", -1);
  found("real w[4]; for (int m = 0; m < 4; ++m) w[m] = m;\na(i,j,k) = w[n];",
        "the index 4 is outside of a local array, which has 4 elements", 4);
  found("real w[2][3]; for (int m = 0; m < 6; ++m) w[m/3][m%3] = m;\na(i,j,k) = w[1][n];",
        "the index -1 is outside of a local array, which has 3 elements", -1);
  found("\na(i,j,k) = 1 << n;", "are shifted by 64", 64);
  found("\na(i,j,k) = (int)(b(i,j,k)*1e300);", "e+300 is made an integer");
  found("function int half(int m, int of) {\n  return m / of; }\na(i,j,k) = half(3, n);", "an integer is divided by 0");
  found("\na(i,j,k) = b(i+n,j,k);", "accesses b (test::b@0) at (8, 0, 0)", 8);
}

TEST_F(CheckedKernels, NameTheFileOfSharedFunctions) {
  open(true);
  const std::string shared = "// Of all kernels.\nfunction int half(int m, int of) { return m / of; }\n";
  EXPECT_THAT(error_of(with_functions(shared, "some/functions.kernel", "a(i,j,k) = half(3, n);\n")),
              HasSubstr("some/functions.kernel:2: kernel step of thorn test: an integer is divided by 0"));
}

TEST_F(CheckedKernels, GoOnAfterAFault) {
  open(true);
  EXPECT_NE(error_of("a(i,j,k) = 10 / n;"), "");
  EXPECT_EQ(compute("a(i,j,k) = 10 / n;", {}, 2)[0], 5.0);
}

TEST_F(CheckedKernels, ComputeTheSame) {
  const std::string body =
      "function real part(real a, int of) { return a/of; }\n"
      "real w[2] = {1.0/3.0, n/2}; int32 narrow = 7; uint32 bits = 3;\n"
      "narrow /= 2; const real large = b(i,j,k)/0.0;\n"
      "a(i,j,k) = part(b(i,j,k), 3)/w[i%2]/(1 + i)*n - (int)b(i,j,k)%(n + 1)/2 + narrow + (1 << i)\n"
      "  + (int)(b(i,j,k)/n*1.7) + (-7)/n + (-7)%n + (bits - 4)/bits + (large > 1.0 ? 1 : 0) + x/n;\n";
  open(false);
  const std::vector<double> plain = compute(body, {0, 1, 2, 3, 4, 5, 6, 7}, 3);
  open(true);
  EXPECT_EQ(compute(body, {0, 1, 2, 3, 4, 5, 6, 7}, 3), plain);
  EXPECT_NE(plain[1], plain[2]);
}

TEST_F(CheckedKernels, ArePlainWithoutTheOption) {
  open(false);
  EXPECT_EQ(error_of("a(i,j,k) = b(i,j,k) + 10 / (n + 1);"), "");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> made =
      compute("a(i,j,k) = (real)(int)b(i,j,k);", {-0.5, NAN, 1e300, -infinity, 0x1p63, -0x1p63, 2.5, -2.5});
  EXPECT_EQ(made, (std::vector<double>{0, 0, 0x1p63, -0x1p63, 0x1p63, -0x1p63, 2, -2}));
  EXPECT_FALSE(std::signbit(made[0]));
  EXPECT_EQ(compute("a(i,j,k) = (int32)b(i,j,k) + (uint32)(b(i,j,k) - 8.0);", {-0.5, NAN, 1e300, -infinity, 2.5, 9.0}),
            (std::vector<double>{0, 0, 2147483646.0, 2147483648.0, 2, 10, 0, 0}));
}

} // namespace
} // namespace nopal::test
