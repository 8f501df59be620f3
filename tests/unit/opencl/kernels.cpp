// Kernels on a device: the results of a launch, and the errors of kernels that do not compile.

#include "opened.hpp"
#include "written_kernel.hpp"

#include "core/kernel_cache/entry.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace nopal::test {
namespace {

using ::testing::HasSubstr;

const std::vector<ArgumentDeclaration> field_arguments{{"a", "test::a@0", ArgumentKind::field, Access::write},
                                                       {"b", "test::b@0", ArgumentKind::field, Access::read},
                                                       {"factor", "test::factor", ArgumentKind::real},
                                                       {"offset", "test::offset", ArgumentKind::integer}};
const std::string body = "a(i,j,k) = factor*b(i,j,k) + x + 10*y + 100*z + 1000*ni + 2000*nj + 3000*nk\n"
                         "  + offset + i + time + dt*iteration + dimension;\n";

class Kernels : public ::testing::Test {
protected:
  static constexpr Slot a{0, 0};
  static constexpr Slot b{1, 0};

  void open(const std::string& cache = "") {
    device_ = open_device(cache, {}, [this](const std::string& text) { notices_.push_back(text); });
    const SlotStorage slots[] = {slot_storage(a, {-1, -2, 0}, {37, 11, 6}), slot_storage(b, {-1, -2, 0}, {37, 11, 6})};
    layout_ = slots[0].layout;
    device_->create_variables(slots);
    host_a_.assign(static_cast<std::size_t>(layout_.size), -1.0);
    host_b_.resize(static_cast<std::size_t>(layout_.size));
    for (std::size_t n = 0; n < host_b_.size(); ++n) host_b_[n] = std::sqrt(static_cast<double>(n));
    const Piece pieces[] = {{a, reinterpret_cast<std::byte*>(host_a_.data()), 0, layout_.size},
                            {b, reinterpret_cast<std::byte*>(host_b_.data()), 0, layout_.size}};
    Ticket ticket = 0;
    device_->copy_to_device(pieces, ticket);
    device_->wait(ticket);
    grid_.lower = {-0.5, 1.25, 3.0};
    grid_.centre = {0.5, 0, 0};
    grid_.spacing = {0.1, 0.3, 0.7};
  }

  double expected(const LaunchBox& box, long i, long j, long k) const {
    const Index index{i, j, k};
    double place[3];
    for (int axis = 0; axis < 3; ++axis) {
      place[axis] = grid_.lower[axis] +
                    (static_cast<double>(index[axis] + box.image[axis]) + grid_.centre[axis]) * grid_.spacing[axis];
    }
    const auto real = [](long n) { return static_cast<double>(n); };
    return 0.5 * host_b_[static_cast<std::size_t>(layout_.index(i, j, k))] + place[0] + 10 * place[1] + 100 * place[2] +
           real(1000 * box.normal[0]) + real(2000 * box.normal[1]) + real(3000 * box.normal[2]) + real(7) + real(i) +
           clock_.time + clock_.dt * real(clock_.iteration) + real(grid_.dimension);
  }

  void expect_launch(int kernel, const std::vector<LaunchBox>& boxes) {
    for (const LaunchBox& box : boxes) {
      for (long k = box.box.lower[2]; k < box.box.upper[2]; ++k)
        for (long j = box.box.lower[1]; j < box.box.upper[1]; ++j)
          for (long i = box.box.lower[0]; i < box.box.upper[0]; ++i)
            host_a_[static_cast<std::size_t>(layout_.index(i, j, k))] = expected(box, i, j, k);
    }
    const Slot fields[] = {a, b};
    const double reals[] = {0.5};
    const std::int64_t integers[] = {7};
    device_->launch({kernel, fields, reals, integers, boxes, &grid_, clock_});
    std::vector<double> found(host_a_.size());
    const Piece piece{a, reinterpret_cast<std::byte*>(found.data()), 0, layout_.size};
    device_->copy_to_host({&piece, 1});
    EXPECT_EQ(found, host_a_);
  }

  std::vector<std::string> notices_; // outlives the device
  std::unique_ptr<Device> device_;
  Layout layout_;
  std::vector<double> host_a_, host_b_;
  KernelGrid grid_;
  KernelClock clock_{0.375, 0.0625, 12};
  WrittenKernel kernel_{"combine", field_arguments, body};
};

TEST_F(Kernels, ComputeEveryPointOfEveryBoxAndNoOther) {
  open();
  const int kernel = device_->load_kernel(kernel_.kernel());
  expect_launch(kernel, {{{{0, 0, 0}, {35, 9, 5}}, {0, 0, 0}, {0, 0, 0}}});
  expect_launch(kernel, {{{{-1, -2, 0}, {0, 9, 6}}, {-1, 0, 0}, {35, 0, 0}},
                         {{{35, -2, 0}, {36, 9, 6}}, {1, 0, 0}, {-35, 0, 0}},
                         {{{0, -2, 0}, {35, -1, 6}}, {0, -1, 0}, {0, 0, 4}},
                         {{{3, 4, 5}, {3, 8, 6}}, {0, 1, 0}, {0, 0, 0}},
                         {{{3, 4, 5}, {4, 5, 6}}, {0, 1, 1}, {0, 0, 0}}});
  expect_launch(kernel, {});
}

TEST_F(Kernels, OfOneKernelHaveOneHandle) {
  open();
  const int kernel = device_->load_kernel(kernel_.kernel());
  WrittenKernel other("other", field_arguments, "a(i,j,k) = 1.0;\n");
  EXPECT_NE(device_->load_kernel(other.kernel()), kernel);
  EXPECT_EQ(device_->load_kernel(kernel_.kernel()), kernel);
}

TEST_F(Kernels, ThatDoNotCompileAreNamedWithTheLineOfTheirFile) {
  open();
  WrittenKernel wrong("wrong", field_arguments, "const real half = 0.5;\n\na(i,j,k) = half*c(i,j,k);\n");
  try {
    device_->load_kernel(wrong.kernel());
    FAIL() << "an undeclared name was compiled";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("test::wrong (some/where.kernel) does not compile"));
    EXPECT_THAT(error.what(), ::testing::ContainsRegex("some/where.kernel[:(]3"));
  }
}

class OrderedKernels : public Kernels, public ::testing::WithParamInterface<VerticalOrder> {
protected:
  // Each value depends on all values behind it, so another order gives other values.
  void expect_columns(const std::vector<LaunchBox>& boxes) {
    const long back = GetParam() == VerticalOrder::forward ? -1 : 1;
    const WrittenKernel kernel(
        GetParam() == VerticalOrder::forward ? "upwards" : "downwards",
        {{"a", "test::a@0", ArgumentKind::field, Access::readwrite}, {"b", "test::b@0", ArgumentKind::field}},
        GetParam() == VerticalOrder::forward ? "a(i,j,k) = 0.5*b(i,j,k) - 0.75*a(i,j,k-1) + nk;\n"
                                             : "a(i,j,k) = 0.5*b(i,j,k) - 0.75*a(i,j,k+1) + nk;\n",
        std::nullopt, GetParam());
    const auto index = [&](long i, long j, long k) { return static_cast<std::size_t>(layout_.index(i, j, k)); };
    for (long step = 0; step < 6; ++step) {
      const long k = back < 0 ? step : 5 - step;
      for (const LaunchBox& box : boxes)
        for (long j = box.box.lower[1]; j < box.box.upper[1]; ++j)
          for (long i = box.box.lower[0]; i < box.box.upper[0]; ++i)
            if (box.box.contains(Index{i, j, k}))
              host_a_[index(i, j, k)] = 0.5 * host_b_[index(i, j, k)] - 0.75 * host_a_[index(i, j, k + back)] +
                                        static_cast<double>(box.normal[2]);
    }
    const Slot fields[] = {a, b};
    device_->launch({device_->load_kernel(kernel.kernel()), fields, {}, {}, boxes, &grid_, clock_});
    std::vector<double> found(host_a_.size());
    const Piece piece{a, reinterpret_cast<std::byte*>(found.data()), 0, layout_.size};
    device_->copy_to_host({&piece, 1});
    EXPECT_EQ(found, host_a_);
  }
};
INSTANTIATE_TEST_SUITE_P(Along, OrderedKernels, ::testing::Values(VerticalOrder::forward, VerticalOrder::backward),
                         [](const auto& order) { return order.param == VerticalOrder::forward ? "up" : "down"; });

TEST_P(OrderedKernels, ComputeTheColumnsOfBoxesBesideOneAnother) {
  open();
  expect_columns({{{{0, 0, 1}, {35, 9, 5}}, {0, 0, 0}, {0, 0, 0}},
                  {{{-1, -2, 2}, {0, 9, 5}}, {-1, 0, 0}, {0, 0, 0}},
                  {{{0, -2, 1}, {35, -1, 2}}, {0, -1, 1}, {0, 0, 0}},
                  {{{3, -1, 1}, {3, 0, 5}}, {0, 0, 0}, {0, 0, 0}}});
}

TEST_P(OrderedKernels, ComputeTheColumnsOfBoxesAboveOneAnother) {
  open();
  expect_columns({{{{0, 0, 2}, {35, 9, 4}}, {0, 0, 0}, {0, 0, 0}},
                  {{{0, 0, 4}, {35, 9, 5}}, {0, 0, 1}, {0, 0, 0}},
                  {{{0, 0, 1}, {35, 9, 2}}, {0, 0, -1}, {0, 0, 0}}});
}

class CachedKernels : public Kernels {
protected:
  std::vector<std::filesystem::path> entries() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file() && entry.file_size() > 0) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  void load_and_launch() {
    open(folder_);
    expect_launch(device_->load_kernel(kernel_.kernel()), {{{{0, 0, 0}, {35, 9, 5}}, {0, 0, 0}, {0, 0, 0}}});
    device_.reset();
  }

  const TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

TEST_F(CachedKernels, AreTakenFromTheCacheAndDamagedOnesBuiltAnew) {
  load_and_launch();
  const auto first = entries();
  ASSERT_FALSE(first.empty());
  const auto written = std::filesystem::last_write_time(first.front());
  load_and_launch();
  EXPECT_EQ(entries(), first);
  EXPECT_EQ(std::filesystem::last_write_time(first.front()), written) << "built again, though it was in the cache";

  for (const auto& entry : first) {
    std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(entry) / 2));
    file << "damaged by a test";
  }
  load_and_launch();
  EXPECT_EQ(notices_.size(), first.size());
}

TEST_F(CachedKernels, ThatTheDriverDoesNotTakeAreBuiltAnewAndReplaced) {
  load_and_launch();
  EXPECT_TRUE(notices_.empty());
  const auto files = entries();
  for (const auto& file : files) {
    ReadEntry read = read_entry(file);
    ASSERT_EQ(read.trouble, "");
    read.entry.code = std::string(200, '\7');
    ASSERT_EQ(publish_entry(file, read.entry), "");
  }
  load_and_launch();
  EXPECT_EQ(notices_.size(), files.size());
  for (const std::string& notice : notices_)
    EXPECT_THAT(notice, ::testing::HasSubstr("the driver of the device does not accept it"));
  notices_.clear();
  load_and_launch();
  EXPECT_TRUE(notices_.empty());
}

} // namespace
} // namespace nopal::test
