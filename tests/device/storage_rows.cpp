// create_variables, destroy_variables, cycle_timelevels, pointer, description.

#include "rows.hpp"

namespace nopal::test {
namespace {

class create_variables : public DeviceRows {};

TEST_F(create_variables, every_slot_has_memory_of_its_own) {
  int seed = 0;
  for (const Slot slot : slots()) upload(slot, pattern(slot, ++seed));
  seed = 0;
  for (const Slot slot : slots()) EXPECT_EQ(download(slot), pattern(slot, ++seed));
}

TEST_F(create_variables, more_slots_may_follow) {
  const Layout other = layout_of(5, 1, 1);
  const SlotStorage more{{7, 0}, other, 8};
  device->create_variables({&more, 1});
  Bytes &data = keep(pattern(static_cast<std::size_t>(other.size) * 8, 3)), back(data.size());
  const Bytes expected = data;
  upload({u, 0}, pattern({u, 0}, 1));
  put(*device, {{7, 0}, data.data(), 0, other.size});
  const Piece from{{7, 0}, back.data(), 0, other.size};
  device->copy_to_host({&from, 1});
  EXPECT_EQ(back, expected);
  EXPECT_EQ(download({u, 0}), pattern({u, 0}, 1));
}

class destroy_variables : public DeviceRows {};

TEST_F(destroy_variables, a_slot_may_be_created_again_as_a_window) {
  upload({v, 0}, pattern({v, 0}, 1));
  const Box row{{1, 2, 3}, {4, 3, 4}};
  Bytes strip(3 * 8);
  // The same strip was packed before. The device must not use the old layout again.
  const Strip packed{{u, 1}, row, 0};
  device->pack_to_host({&packed, 1}, strip.data(), strip.size());

  const Slot slots[] = {{u, 0}, {u, 1}, {u, 2}};
  device->destroy_variables(slots);
  const Layout window = grid_layout({{0, 1, 2}, {6, 5, 5}}, 0, 3);
  std::vector<SlotStorage> storage;
  for (const Slot slot : slots) storage.push_back({slot, window, 8});
  device->create_variables(storage);

  const Bytes expected = pattern(static_cast<std::size_t>(window.size) * 8, 2);
  put(*device, {{u, 1}, keep(expected).data(), 0, window.size});
  device->pack_to_host({&packed, 1}, strip.data(), strip.size());
  for (long i = 0; i < 3; ++i)
    EXPECT_EQ(std::memcmp(strip.data() + 8 * i, expected.data() + 8 * window.index(1 + i, 2, 3), 8), 0);
  EXPECT_EQ(download({v, 0}), pattern({v, 0}, 1)) << "other slots keep their data";
  // This copies between a window and a slot with another layout.
  const BoxCopy copy{{v, 0}, {u, 1}, row};
  device->copy_boxes({&copy, 1});
  device->pack_to_host({&packed, 1}, strip.data(), strip.size());
  EXPECT_EQ(strip, this->packed(pattern({v, 0}, 1), {v, 0}, row));
}

class cycle_timelevels : public DeviceRows {};

TEST_F(cycle_timelevels, timelevels_grow_by_one_and_the_last_becomes_current) {
  for (int timelevel = 0; timelevel < 3; ++timelevel) upload({u, timelevel}, pattern({u, timelevel}, timelevel));
  const int variables[] = {u};
  device->cycle_timelevels(variables);
  EXPECT_EQ(download({u, 1}), pattern({u, 1}, 0));
  EXPECT_EQ(download({u, 2}), pattern({u, 2}, 1));
  EXPECT_EQ(download({u, 0}), pattern({u, 0}, 2));
}

TEST_F(cycle_timelevels, only_the_variables_named_are_relabelled) {
  int seed = 0;
  for (const Slot slot : slots()) upload(slot, pattern(slot, ++seed));
  const int variables[] = {n};
  device->cycle_timelevels(variables);
  EXPECT_EQ(download({n, 0}), pattern({n, 0}, 7));
  EXPECT_EQ(download({n, 1}), pattern({n, 1}, 6));
  EXPECT_EQ(download({u, 0}), pattern({u, 0}, 1));
  EXPECT_EQ(download({v, 0}), pattern({v, 0}, 4));
}

TEST_F(cycle_timelevels, copies_under_way_follow_their_memory) {
  Bytes& data = keep(pattern({u, 0}, 5));
  const Piece piece{{u, 0}, data.data(), 0, layout.size};
  Ticket ticket = 0;
  device->copy_to_device({&piece, 1}, ticket);
  const int variables[] = {u, n};
  device->cycle_timelevels(variables);
  EXPECT_EQ(download({u, 1}), pattern({u, 0}, 5));
}

class pointer : public DeviceRows {};

TEST_F(pointer, belongs_to_the_memory_and_follows_the_relabelling) {
  void* timelevels[3];
  for (int timelevel = 0; timelevel < 3; ++timelevel) timelevels[timelevel] = device->native()->pointer({u, timelevel});
  EXPECT_NE(timelevels[0], nullptr);
  EXPECT_NE(timelevels[0], timelevels[1]);
  EXPECT_NE(timelevels[1], timelevels[2]);
  EXPECT_NE(timelevels[0], device->native()->pointer({v, 0}));
  const int variables[] = {u};
  device->cycle_timelevels(variables);
  EXPECT_EQ(device->native()->pointer({u, 0}), timelevels[2]);
  EXPECT_EQ(device->native()->pointer({u, 1}), timelevels[0]);
}

class description : public DeviceRows {};

TEST_F(description, says_what_the_device_is) {
  const DeviceDescription& found = device->description();
  EXPECT_NE(found.name, "");
  EXPECT_NE(found.api, "");
  EXPECT_GT(found.memory_total, 0U);
  EXPECT_GT(found.limits.max_threads, 1);
  for (const long along : found.limits.max_along) EXPECT_NE(along, 1) << "blocks have threads along each axis";
  EXPECT_GE(found.limits.max_shared_bytes, std::size_t{16} << 10) << "as much as OpenCL promises at least";
}

class native_queue : public DeviceRows {};

TEST_F(native_queue, is_of_the_api_that_the_description_names) {
  const std::string native = device->description().native;
  EXPECT_EQ(native, suite_options().device == "checked" ? "host" : suite_options().device);
  EXPECT_EQ(device->native()->native_queue() != nullptr, native != "host");
}

TEST(plugin, finds_devices_with_their_properties) {
  DevicePlugin& plugin = device_plugin(suite_options().device);
  const auto found = plugin.find(suite_options().threads);
  ASSERT_FALSE(found.empty());
  for (const DeviceDescription& device : found) {
    EXPECT_NE(device.name, "");
    EXPECT_NE(device.api, "");
    EXPECT_GT(device.memory_total, 0U);
    if (device.is_gpu) {
      EXPECT_GT(plugin.priority(device), 0) << "a GPU is chosen automatically";
    } else {
      EXPECT_LT(plugin.priority(device), 0) << "no CPU device is chosen automatically";
    }
  }
}

TEST(plugin, refuses_options_that_mean_nothing) {
  EXPECT_THROW(open_device(suite_options().device, {"no_such_option=1"}), Error);
}

TEST(plugin, several_devices_do_not_share_slots) {
  const auto first = open_for_rows(), second = open_for_rows();
  const Layout layout = array_layout({8, 1, 1});
  const SlotStorage storage{{0, 0}, layout, 8};
  std::vector<double> one(8, 1.0), two(8, 2.0), back(8);
  for (const auto& [device, data] : {std::pair(first.get(), &one), std::pair(second.get(), &two)}) {
    device->create_variables({&storage, 1});
    put(*device, {{0, 0}, reinterpret_cast<std::byte*>(data->data()), 0, 8});
  }
  const Piece piece{{0, 0}, reinterpret_cast<std::byte*>(back.data()), 0, 8};
  first->copy_to_host({&piece, 1});
  EXPECT_EQ(back, std::vector<double>(8, 1.0));
}

} // namespace
} // namespace nopal::test
