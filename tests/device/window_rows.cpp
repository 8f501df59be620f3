// move_windows, send_to_host, pin.

#include "kernels.hpp"

#include <algorithm>

namespace nopal::test {
namespace {

class WindowRows : public KernelRows {
protected:
  void SetUp() override {
    start(layers(0, 5));
    windows = device->windows();
    if (windows == nullptr) GTEST_SKIP() << "this device cannot move windows";
  }
  /// Returns the layout of a window that has the layers first to end - 1.
  static Layout layers(long first, long end) { return grid_layout({{-2, -1, first}, {11, 8, end}}, 0, 3); }

  DeviceWindows* windows = nullptr;
};

class move_windows : public WindowRows {
protected:
  /// Moves the windows. `layout` is then their layout.
  void move(const Layout& to, const std::vector<Slot>& slots) {
    std::vector<SlotStorage> moved;
    for (const Slot slot : slots) moved.push_back({slot, to, size(slot)});
    windows->move_windows(moved);
    layout = to;
  }
  Bytes pack(Slot slot, const Box& box) {
    const Strip strip{slot, box, 0};
    Bytes found(static_cast<std::size_t>(box.points()) * size(slot));
    device->pack_to_host({&strip, 1}, found.data(), found.size());
    return found;
  }

  /// The windows of the rows below hold this box. The last one also has other strides.
  static constexpr Box common{{0, 1, 3}, {7, 4, 5}};
  const std::vector<Layout> places{layers(0, 5), layers(3, 8), layers(2, 6),
                                   layers(1, 6), layers(0, 5), grid_layout({{0, 1, 2}, {7, 5, 6}}, 0, 3)};
};

TEST_F(move_windows, pieces_have_the_new_layout) {
  for (const Layout& to : {layers(3, 8), layers(3, 7), layers(9, 10), layers(0, 5)}) {
    move(to, {{u, 1}, {c, 0}});
    for (const Slot slot : {Slot{u, 1}, Slot{c, 0}}) {
      upload(slot, pattern(slot, 1));
      EXPECT_EQ(download(slot), pattern(slot, 1));
      EXPECT_EQ(pack(slot, to.box), packed(pattern(slot, 1), slot, to.box));
    }
  }
}

TEST_F(move_windows, elements_keep_their_values) {
  const Bytes before = pattern({v, 0}, 1);
  upload({v, 0}, before);
  move(layers(3, 8), {{v, 0}});
  EXPECT_EQ(download({v, 0}), before);
  EXPECT_EQ(pack({v, 0}, layout.box), packed(before, {v, 0}, layout.box));
}

TEST_F(move_windows, leaves_earlier_commands_alone) {
  Bytes expected = pattern({v, 0}, 1);
  upload({v, 0}, expected);
  Ticket last = 0;
  for (const Layout& place : places) {
    move(place, {{v, 0}});
    const Bytes& buffer = keep(pattern(static_cast<std::size_t>(common.points()) * 8, static_cast<int>(last) + 2));
    const Strip strip{{v, 0}, common, 0};
    last = device->unpack_from_host({&strip, 1}, buffer.data(), buffer.size());
    unpack(expected, {v, 0}, common, buffer.data());
  }
  move(layers(0, 5), {{v, 0}});
  device->wait(last);
  EXPECT_EQ(download({v, 0}), expected);
}

TEST_F(move_windows, boxes_are_copied_between_windows_of_different_layouts) {
  upload({u, 0}, pattern({u, 0}, 1));
  const Bytes source = packed(pattern({u, 0}, 1), {u, 0}, common);
  move(layers(3, 8), {{v, 0}});
  Bytes expected = pattern({v, 0}, 2);
  upload({v, 0}, expected);
  const BoxCopy copy{{u, 0}, {v, 0}, common};
  device->copy_boxes({&copy, 1});
  unpack(expected, {v, 0}, common, source.data());
  EXPECT_EQ(download({v, 0}), expected);
  EXPECT_EQ(pack({u, 0}, common), source);
}

TEST_F(move_windows, equal_boxes_lie_elsewhere_after_a_move) {
  upload({w, 0}, pattern({w, 0}, 1));
  const Bytes source = packed(pattern({w, 0}, 1), {w, 0}, common);
  const Box row{{0, 1, 3}, {7, 2, 4}};
  const Bytes& values = keep(pattern(static_cast<std::size_t>(row.points()) * 8, 9));
  int seed = 1;
  for (const Layout& place : places) {
    move(place, {{v, 0}});
    Bytes expected = pattern({v, 0}, ++seed);
    upload({v, 0}, expected);
    const BoxCopy copy{{w, 0}, {v, 0}, common};
    device->copy_boxes({&copy, 1});
    const Strip strip{{v, 0}, row, 0};
    device->wait(device->unpack_from_host({&strip, 1}, values.data(), values.size()));
    unpack(expected, {v, 0}, common, source.data());
    unpack(expected, {v, 0}, row, values.data());
    EXPECT_EQ(pack({v, 0}, common), packed(expected, {v, 0}, common));
    EXPECT_EQ(download({v, 0}), expected);
  }
}

TEST_F(move_windows, filled_boxes_lie_elsewhere_after_a_move) {
  if (device->poisoning() == nullptr) GTEST_SKIP() << "this device cannot fill boxes";
  const Bytes zeros(static_cast<std::size_t>(common.points()) * 8);
  int seed = 0;
  for (const Layout& place : places) {
    move(place, {{v, 0}});
    Bytes expected = pattern({v, 0}, ++seed);
    upload({v, 0}, expected);
    const SlotBox box{{v, 0}, common};
    device->poisoning()->fill({&box, 1}, 0);
    unpack(expected, {v, 0}, common, zeros.data());
    EXPECT_EQ(download({v, 0}), expected);
  }
}

TEST_F(move_windows, layouts_follow_the_relabelling) {
  Bytes moved = pattern({u, 0}, 1);
  upload({u, 1}, pattern({u, 1}, 2));
  EXPECT_EQ(pack({u, 1}, common), packed(pattern({u, 1}, 2), {u, 1}, common));
  move(layers(3, 8), {{u, 0}});
  upload({u, 0}, moved);
  const int variables[] = {u};
  device->cycle_timelevels(variables);
  EXPECT_EQ(pack({u, 1}, common), packed(moved, {u, 1}, common));
  move(layers(2, 6), {{u, 1}});
  moved.resize(bytes({u, 1}));
  EXPECT_EQ(pack({u, 1}, common), packed(moved, {u, 1}, common));
}

TEST_F(move_windows, kernels_find_their_points) {
  const Kernel& kernel = suite_kernel("stencil");
  const Arguments arguments(kernel, {});
  for (const long first : {3, 0, 1}) {
    // Around the points that are written, u@1 has one layer more to either side.
    const Layout of_timelevels[] = {layers(first, first + 5), layers(first, first + 4), layers(first + 1, first + 5)};
    const std::vector<LaunchBox> over{{{{0, 1, first + 1}, {7, 4, first + 3}}}};
    std::vector<HostField> fields;
    host.clear();
    for (const Slot slot : arguments.fields) {
      move(of_timelevels[slot.timelevel], {slot});
      host[slot] = pattern(slot, slot.timelevel + 1);
      upload(slot, host[slot]);
      fields.push_back(host_field(host[slot].data(), layout));
    }
    run_on_device(kernel, arguments, over);
    kernel.plain(host_launch(fields, arguments, over));
    for (const Slot slot : arguments.fields) {
      layout = of_timelevels[slot.timelevel];
      EXPECT_TRUE(same_points(download(slot), host[slot], slot)) << "u@" << slot.timelevel << " from " << first;
    }
  }
}

class send_to_host : public WindowRows {
protected:
  Piece whole(Slot slot, Bytes& memory) const { return {slot, memory.data(), 0, layout.size}; }
  Ticket send(Slot slot, Bytes& memory) {
    const Piece piece = whole(slot, memory);
    return windows->send_to_host({&piece, 1});
  }
  Ticket bring(Slot slot, Bytes& memory) {
    const Piece piece = whole(slot, memory);
    Ticket ticket = 0;
    device->copy_to_device({&piece, 1}, ticket);
    return ticket;
  }
};

TEST_F(send_to_host, brings_pieces_and_nothing_else) {
  const long first = 11, count = 100;
  std::vector<Piece> pieces;
  std::map<Slot, Bytes*> found;
  for (const Slot slot : {Slot{u, 1}, Slot{n, 0}, Slot{c, 0}}) {
    upload(slot, pattern(slot, 1));
    found[slot] = &keep(pattern(slot, 2));
    pieces.push_back({slot, found[slot]->data(), first, count});
  }
  device->wait(windows->send_to_host(pieces));
  for (const auto& [slot, memory] : found) {
    Bytes expected = pattern(slot, 2);
    const Bytes there = pattern(slot, 1);
    const std::size_t start = first * size(slot);
    std::memcpy(expected.data() + start, there.data() + start, count * size(slot));
    EXPECT_EQ(*memory, expected);
    EXPECT_EQ(download(slot), there) << "the device keeps its values";
  }
}

TEST_F(send_to_host, sends_what_earlier_commands_left) {
  const Bytes expected = pattern({u, 1}, 3);
  Bytes &data = keep(expected), &found = keep(pattern({v, 0}, 4));
  bring({u, 1}, data);
  const BoxCopy copy{{u, 1}, {v, 0}, layout.box};
  device->copy_boxes({&copy, 1});
  device->wait(send({v, 0}, found));
  EXPECT_TRUE(same_points(found, expected, {v, 0}));
}

TEST_F(send_to_host, later_kernels_and_copies_do_not_change_what_is_sent) {
  const Kernel& kernel = suite_kernel("faces");
  const Arguments arguments(kernel, {});
  const Bytes before = pattern({u, 0}, 1), after = pattern({v, 0}, 2);
  upload({u, 0}, before);
  upload({v, 0}, before);
  Bytes &from_u = keep(pattern({u, 0}, 5)), &from_v = keep(pattern({v, 0}, 5)), &later = keep(after);
  device->load_kernel(kernel);
  send({u, 0}, from_u);
  const Ticket sent = send({v, 0}, from_v);
  run_on_device(kernel, arguments, {{layout.box, {1, -1, 0}}});
  const Ticket brought = bring({v, 0}, later);
  device->wait(sent);
  EXPECT_EQ(from_u, before);
  EXPECT_EQ(from_v, before);
  device->wait(brought);
  EXPECT_EQ(number({u, 0}, layout.box.lower), clock.time + 10.0 - 100.0);
  EXPECT_EQ(download({v, 0}), after);
}

TEST_F(send_to_host, tickets_grow_together_with_those_of_other_copies) {
  Ticket last = 0;
  for (int seed = 1; seed < 6; ++seed) {
    Bytes &data = keep(pattern({v, 0}, seed)), &found = keep(pattern({v, 0}, 0));
    const Ticket brought = bring({v, 0}, data), sent = send({v, 0}, found);
    EXPECT_GT(brought, last);
    EXPECT_GT(sent, brought);
    last = sent;
    device->wait(last);
    EXPECT_EQ(found, pattern({v, 0}, seed));
  }
}

TEST_F(send_to_host, follows_a_window) {
  upload({v, 0}, pattern({v, 0}, 1));
  const Layout moved = layers(3, 7);
  const SlotStorage storage{{v, 0}, moved, 8};
  Bytes& found = keep(pattern({v, 0}, 2));
  const Ticket before = send({v, 0}, found);
  windows->move_windows({&storage, 1});
  device->wait(before);
  EXPECT_EQ(found, pattern({v, 0}, 1)) << "a send of before the move";
  layout = moved;
  upload({v, 0}, pattern({v, 0}, 3));
  Bytes& again = keep(pattern({v, 0}, 4));
  device->wait(send({v, 0}, again));
  EXPECT_EQ(again, pattern({v, 0}, 3));
}

class pin : public send_to_host {
protected:
  /// Copies values from one memory to the device and to the other memory.
  void expect_copies(Bytes& from, Bytes& to, int seed) {
    std::ranges::copy(pattern({v, 0}, seed), from.begin());
    device->wait(bring({v, 0}, from));
    device->wait(send({v, 0}, to));
    EXPECT_EQ(to, pattern({v, 0}, seed));
    const Piece piece = whole({v, 0}, to);
    upload({v, 0}, pattern({v, 0}, -seed));
    device->copy_to_host({&piece, 1});
    EXPECT_EQ(to, pattern({v, 0}, -seed));
  }
};

TEST_F(pin, copies_work_before_while_and_after_memory_is_pinned) {
  Bytes &from = keep(pattern({v, 0}, 0)), &to = keep(pattern({v, 0}, 0));
  expect_copies(from, to, 1);
  {
    const std::shared_ptr<void> first = windows->pin(from.data(), from.size());
    const std::shared_ptr<void> second = windows->pin(to.data(), to.size());
    expect_copies(from, to, 2);
  }
  expect_copies(from, to, 3);
}

TEST_F(pin, memory_may_be_pinned_again) {
  Bytes &from = keep(pattern({v, 0}, 0)), &to = keep(pattern({v, 0}, 0));
  const bool can = windows->pin(from.data(), from.size()) != nullptr;
  for (int seed = 1; seed < 4; ++seed) {
    const std::shared_ptr<void> pinned = windows->pin(from.data(), from.size());
    EXPECT_EQ(pinned != nullptr, can) << "the one before has ended";
    expect_copies(from, to, seed);
  }
}

} // namespace
} // namespace nopal::test
