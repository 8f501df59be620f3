// Pointwise kernels on every host backend: each row is computed once, large work is shared out, nothing is allocated.

#include "backends.hpp"
#include "tests/support/allocations.hpp"

#include "core/kernels/host_kernel.hpp"

#include <atomic>
#include <vector>

namespace nopal::test {
namespace {

using HostRows = HostBackends;
INSTANTIATE_TEST_SUITE_P(, HostRows, every_backend(), test_name);

/// How often each row was computed, over all boxes, and the number of calls.
struct Count {
  std::vector<std::atomic<int>> rows = std::vector<std::atomic<int>>(1000);
  std::atomic<int> calls{0};
};

void count_rows(const HostLaunch& launch, const LaunchBox& box, long first, long last) {
  Count& count = *static_cast<Count*>(launch.fields[0].origin);
  ++count.calls;
  // The second box counts from row 500 on.
  const long offset = &box == launch.boxes ? 0 : 500;
  for (long row = first; row < last; ++row) ++count.rows[static_cast<std::size_t>(offset + row)];
}

TEST_P(HostRows, AreComputedOnceEach) {
  Count count;
  const HostField field{&count, {1, 0, 0}, {}};
  std::vector<LaunchBox> boxes(2);
  HostLaunch launch;
  launch.fields = &field;
  launch.boxes = boxes.data();
  launch.n_boxes = 2;
  launch.backend = backend.get();
  for (const long extent : {100L, 1L}) { // many points, few points
    for (std::atomic<int>& row : count.rows) row = 0;
    count.calls = 0;
    boxes[0].box = {{0, 0, 0}, {extent, 20, 5}};
    boxes[1].box = {{-3, 2, 1}, {extent, 5, 2}};
    host_kernel::over_rows(launch, count_rows);
    for (std::size_t row = 0; row < 1000; ++row)
      EXPECT_EQ(count.rows[row], row < 100 || (row >= 500 && row < 503) ? 1 : 0) << row;
    if (extent == 1 || backend->members() == 1)
      EXPECT_EQ(count.calls, 2);
    else
      EXPECT_GE(count.calls, 2 * backend->members()) << "at least one part of each box for each member";
  }
  launch.backend = nullptr;
  count.calls = 0;
  host_kernel::over_rows(launch, count_rows);
  EXPECT_EQ(count.calls, 2);
}

TEST_P(HostRows, TakeNoAllocation) {
  Count count;
  const HostField field{&count, {1, 0, 0}, {}};
  LaunchBox box;
  box.box = {{0, 0, 0}, {100, 20, 5}};
  HostLaunch launch;
  launch.fields = &field;
  launch.boxes = &box;
  launch.n_boxes = 1;
  launch.backend = backend.get();
  // Threads start at the first launch, and each allocates something when it first computes.
  on_each_member([](int) {});
  host_kernel::over_rows(launch, count_rows);
  const long before = allocations();
  for (int n = 0; n < 100; ++n) host_kernel::over_rows(launch, count_rows);
  EXPECT_EQ(allocations(), before);
}

TEST_P(HostRows, NorDoBlocks) {
  std::atomic<long> runs{0};
  HostBlocks blocks{.n_blocks = 100, .threads = at_most({4, 2, 1}), .shared_bytes = 256};
  blocks.run = [&](long, const BlockThread& thread) {
    thread.barrier->wait();
    ++runs;
  };
  backend->run(blocks);
  const long before = allocations();
  for (int n = 0; n < 10; ++n) backend->run(blocks);
  EXPECT_EQ(allocations(), before);
}

} // namespace
} // namespace nopal::test
