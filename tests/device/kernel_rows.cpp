// load_kernel and launch: the host's version of each kernel is the specification.

#include "kernels.hpp"

#include "core/grid/pack.hpp"

namespace nopal::test {
namespace {

class load_kernel : public KernelRows {};

TEST_F(load_kernel, gives_one_handle_a_kernel) {
  const int stencil = device->load_kernel(suite_kernel("stencil"));
  const int faces = device->load_kernel(suite_kernel("faces"));
  EXPECT_GE(stencil, 0);
  EXPECT_NE(stencil, faces);
  EXPECT_EQ(device->load_kernel(suite_kernel("stencil")), stencil);
  EXPECT_EQ(device->load_kernel(suite_kernel("faces")), faces);
}

TEST_F(load_kernel, makes_the_kernel_ready_to_launch) {
  run("stencil", boxes(Region::interior));
  expect_same_bits();
}

TEST_F(load_kernel, runs_nothing_yet) {
  upload({u, 0}, pattern({u, 0}, 3));
  EXPECT_GE(device->load_kernel(suite_kernel("faces")), 0);
  EXPECT_EQ(download({u, 0}), pattern({u, 0}, 3));
}

class launch : public KernelRows {};

TEST_F(launch, stencil_over_the_interior) {
  run("stencil", boxes(Region::interior));
  expect_same_bits();
}

TEST_F(launch, faces_edges_and_corners_know_their_normals) {
  const auto over = boxes(Region::boundary);
  ASSERT_GT(over.size(), 4U);
  run("faces", over);
  expect_same_bits();
  for (const LaunchBox& part : over)
    EXPECT_EQ(number({u, 0}, part.box.lower), clock.time + 10.0 * static_cast<double>(part.normal[0]) +
                                                  100.0 * static_cast<double>(part.normal[1]) +
                                                  1000.0 * static_cast<double>(part.normal[2]));
}

TEST_F(launch, images_have_the_coordinates_of_their_owners) {
  run("coordinates", boxes(Region::everywhere));
  expect_same_bits();
  const long n_i = decomposition.domain().points().extent(0);
  const Index ghost{-1, 1, 2}, owner{n_i - 1, 1, 2};
  ASSERT_TRUE(layout.box.contains(ghost));
  EXPECT_EQ(number({v, 0}, ghost), number({v, 0}, owner));
}

TEST_F(launch, numbers_enter_by_value_and_differ_between_launches) {
  for (const std::int64_t mode : {0, 1, 2})
    for (const std::int64_t enabled : {0, 1}) {
      run("numbers", boxes(Region::interior), {0.75, -2.5, 11, enabled, mode, -5});
      expect_same_bits();
      const double sum = 0.75 * -2.5 + 11 - 500 + (enabled == 1 ? 0.25 : 0.0);
      EXPECT_EQ(number({w, 0}, {3, 4, 2}), mode == 0 ? -sum : mode == 2 ? 2 * sum : sum);
    }
}

TEST_F(launch, integers_have_64_bits) {
  run("numbers", boxes(Region::interior));
  expect_same_bits();
}

TEST_F(launch, arithmetic_has_the_same_bits_everywhere) {
  run("arithmetic", boxes(Region::interior));
  expect_same_bits();
}

TEST_F(launch, only_the_boxes_are_written) {
  const std::vector<LaunchBox> two = {{{{1, 2, 1}, {3, 5, 2}}}, {{{7, 3, 3}, {8, 4, 4}}}};
  run("faces", two);
  expect_same_bits();
}

TEST_F(launch, empty_lists_and_empty_boxes_do_nothing) {
  run("faces", {});
  expect_same_bits();
  run("faces", {{{{3, 3, 3}, {3, 5, 5}}}});
  expect_same_bits();
  // The next launch still works.
  run("faces", boxes(Region::boundary));
  expect_same_bits();
}

TEST_F(launch, time_and_iteration_change_from_launch_to_launch) {
  run("faces", boxes(Region::boundary));
  clock.time = -1.0;
  run("faces", boxes(Region::boundary));
  expect_same_bits();
  clock.iteration = 1000;
  run("coordinates", boxes(Region::everywhere));
  expect_same_bits();
}

TEST_F(launch, sees_the_relabelling) {
  run("stencil", boxes(Region::interior));
  const int variables[] = {u};
  device->cycle_timelevels(variables);
  EXPECT_TRUE(same_points(download({u, 1}), host[{u, 0}], {u, 1}));
  run("stencil", boxes(Region::interior));
  expect_same_bits();
}

TEST_F(launch, kernels_with_an_order_go_along_k_in_order) {
  for (const char* kernel : {"upwards", "downwards"}) {
    run(kernel, boxes(Region::interior));
    expect_same_bits();
  }
}

TEST_F(launch, boxes_of_a_kernel_with_an_order_may_lie_above_one_another) {
  const Box points = boxes(Region::interior).at(0).box;
  // The middle, the top, the bottom, and a column beside them.
  std::vector<LaunchBox> stacked(4, {points, {}, {}});
  stacked[0].box.lower[2] = stacked[2].box.upper[2] = points.lower[2] + 2;
  stacked[0].box.upper[2] = stacked[1].box.lower[2] = points.upper[2] - 3;
  for (int part = 0; part < 3; ++part) stacked[part].box.lower[0] += 1;
  stacked[3].box.upper[0] = points.lower[0] + 1;
  for (const char* kernel : {"upwards", "downwards"}) {
    run(kernel, {{points, {}, {}}});
    const std::map<Slot, Bytes> whole = host;
    run(kernel, stacked);
    expect_same_bits();
    for (const auto& [slot, bytes] : whole) EXPECT_EQ(bytes, host[slot]) << "the host computes them in order, too";
  }
}

// Fields that are windows: each has a box, an origin and strides of its own.
class launch_of_windows : public KernelRows {
protected:
  static constexpr Box points{{4, 2, 3}, {9, 6, 6}};
  /// u is written at the point, u@1 is read one point around it, u@2 at the point.
  static constexpr Box boxes_of_u[] = {points, {{3, 1, 2}, {10, 7, 7}}, {{0, 2, 1}, {11, 7, 6}}};
  struct Window {
    Layout layout;
    Bytes data;
  };

  void SetUp() override {
    KernelRows::SetUp();
    run("stencil", over);
    for (const Slot slot : arguments.fields) {
      const Box& box = boxes_of_u[slot.timelevel];
      Window& window = windows[slot];
      window.layout = grid_layout(box, box.lower[0] + 1, 3);
      window.data.resize(static_cast<std::size_t>(window.layout.size) * 8);
      if (slot.timelevel > 0)
        unpack_box(window.data.data(), window.layout, 8, box, packed(host[slot], slot, box).data());
      fields.push_back(host_field(window.data.data(), window.layout));
    }
  }
  void expect_same_points(const Bytes& found) {
    Bytes strip(static_cast<std::size_t>(points.points()) * 8);
    pack_box(found.data(), windows[{u, 0}].layout, 8, points, strip.data());
    EXPECT_EQ(strip, packed(host[{u, 0}], {u, 0}, points));
  }

  const Kernel& kernel = suite_kernel("stencil");
  const Arguments arguments{kernel, {}};
  const std::vector<LaunchBox> over{{points}};
  std::map<Slot, Window> windows;
  std::vector<HostField> fields;
};

TEST_F(launch_of_windows, has_the_same_bits_on_the_device) {
  device->destroy_variables(arguments.fields);
  for (const Slot slot : arguments.fields) {
    const SlotStorage storage{slot, windows[slot].layout, 8};
    device->create_variables({&storage, 1});
    const Piece piece{slot, windows[slot].data.data(), 0, storage.layout.size};
    Ticket ticket = 0;
    device->copy_to_device({&piece, 1}, ticket);
    device->wait(ticket);
  }
  run_on_device(kernel, arguments, over);
  Window& window = windows[{u, 0}];
  const Piece piece{{u, 0}, window.data.data(), 0, window.layout.size};
  device->copy_to_host({&piece, 1});
  expect_same_points(window.data);
}

TEST_F(launch_of_windows, has_the_same_bits_on_the_host) {
  for (const HostKernel version : {kernel.plain, kernel.checked}) {
    Bytes& written = windows[{u, 0}].data;
    std::fill(written.begin(), written.end(), std::byte{});
    version(host_launch(fields, arguments, over));
    expect_same_points(written);
  }
}

TEST_F(launch_of_windows, is_checked_against_the_box_of_each_field) {
  for (HostField& field : fields) {
    const Box stored = field.stored;
    field.stored.lower[0] = points.lower[0] + 1;
    EXPECT_THROW(kernel.checked(host_launch(fields, arguments, over)), Error);
    field.stored = stored;
  }
}

class launch_on_one_axis : public KernelRows {
protected:
  launch_on_one_axis() : KernelRows(1) {}
};
class launch_on_two_axes : public KernelRows {
protected:
  launch_on_two_axes() : KernelRows(2) {}
};

TEST_F(launch_on_one_axis, every_kernel) {
  run("stencil", boxes(Region::interior));
  expect_same_bits();
  run("coordinates", boxes(Region::everywhere));
  expect_same_bits();
  run("arithmetic", boxes(Region::interior));
  expect_same_bits();
  run("upwards", boxes(Region::interior));
  expect_same_bits();
}

TEST_F(launch_on_two_axes, every_kernel) {
  run("stencil", boxes(Region::interior));
  expect_same_bits();
  run("faces", boxes(Region::boundary));
  expect_same_bits();
  run("coordinates", boxes(Region::everywhere));
  expect_same_bits();
  run("downwards", boxes(Region::interior));
  expect_same_bits();
}

} // namespace
} // namespace nopal::test
