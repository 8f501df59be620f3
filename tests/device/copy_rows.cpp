// copy_to_device, copy_to_host, copy_boxes, moves.

#include "rows.hpp"

namespace nopal::test {
namespace {

class copy_to_device : public DeviceRows {};

TEST_F(copy_to_device, brings_a_piece_and_nothing_else) {
  for (const Slot slot : {Slot{u, 1}, Slot{n, 0}, Slot{c, 0}}) {
    upload(slot, pattern(slot, 1));
    Bytes &changed = keep(pattern(slot, 2)), expected = pattern(slot, 1);
    const long first = 11, count = 100;
    std::memcpy(expected.data() + first * static_cast<long>(size(slot)),
                changed.data() + first * static_cast<long>(size(slot)), count * size(slot));
    const Piece piece{slot, changed.data(), first, count};
    Ticket ticket = 0;
    device->copy_to_device({&piece, 1}, ticket);
    device->wait(ticket);
    EXPECT_EQ(download(slot), expected);
  }
}

TEST_F(copy_to_device, several_pieces_are_one_call) {
  Bytes &a = keep(pattern({u, 0}, 1)), &b = keep(pattern({c, 0}, 2));
  const Bytes expected_a = a, expected_b = b;
  const Piece pieces[] = {{{u, 0}, a.data(), 0, layout.size}, {{c, 0}, b.data(), 0, layout.size}};
  Ticket ticket = 0;
  const Transferred done = device->copy_to_device(pieces, ticket);
  device->wait(ticket);
  EXPECT_EQ(done, device->moves() ? Transferred::moved : Transferred::copied);
  EXPECT_EQ(download({u, 0}), expected_a);
  EXPECT_EQ(download({c, 0}), expected_b);
}

TEST_F(copy_to_device, tickets_grow) {
  Ticket last = 0;
  for (int i = 0; i < 5; ++i) {
    Bytes& data = keep(pattern({v, 0}, i));
    const Piece piece{{v, 0}, data.data(), 0, layout.size};
    Ticket ticket = 0;
    device->copy_to_device({&piece, 1}, ticket);
    device->wait(ticket);
    EXPECT_GT(ticket, last);
    last = ticket;
  }
}

class copy_to_host : public DeviceRows {};

TEST_F(copy_to_host, brings_a_piece_and_nothing_else) {
  for (const Slot slot : {Slot{u, 1}, Slot{n, 0}, Slot{c, 0}}) {
    upload(slot, pattern(slot, 1));
    Bytes back = pattern(slot, 2), expected = pattern(slot, 2);
    const Bytes there = pattern(slot, 1);
    const long first = 11, count = 100;
    std::memcpy(expected.data() + first * static_cast<long>(size(slot)),
                there.data() + first * static_cast<long>(size(slot)), count * size(slot));
    const Piece piece{slot, back.data(), first, count};
    device->copy_to_host({&piece, 1});
    EXPECT_EQ(back, expected);
  }
}

TEST_F(copy_to_host, several_pieces_are_one_call) {
  upload({u, 2}, pattern({u, 2}, 3));
  upload({n, 1}, pattern({n, 1}, 4));
  Bytes a(bytes({u, 2})), b(bytes({n, 1}));
  const Piece pieces[] = {{{u, 2}, a.data(), 0, layout.size}, {{n, 1}, b.data(), 0, layout.size}};
  EXPECT_EQ(device->copy_to_host(pieces), device->moves() ? Transferred::moved : Transferred::copied);
  EXPECT_EQ(a, pattern({u, 2}, 3));
  EXPECT_EQ(b, pattern({n, 1}, 4));
}

class copy_boxes : public DeviceRows {};

TEST_F(copy_boxes, copies_boxes_between_timelevels) {
  const Box box{{0, 1, 0}, {7, 4, 5}};
  for (const Slot to : {Slot{u, 0}, Slot{n, 0}}) {
    const Slot from{to.variable, 1};
    upload(from, pattern(from, 1));
    upload(to, pattern(to, 2));
    const BoxCopy copy{from, to, box};
    device->copy_boxes({&copy, 1});
    Bytes expected = pattern(to, 2);
    unpack(expected, to, box, packed(pattern(from, 1), from, box).data());
    EXPECT_EQ(download(to), expected);
    EXPECT_EQ(download(from), pattern(from, 1));
  }
}

TEST_F(copy_boxes, fills_periodic_images_of_a_slot_in_place) {
  // Two faces along each axis, copied from the opposite ends.
  upload({u, 0}, pattern({u, 0}, 1));
  upload({c, 0}, pattern({c, 0}, 2));
  const Box& all = layout.box;
  std::vector<BoxCopy> copies;
  Bytes expected_u = pattern({u, 0}, 1), expected_c = pattern({c, 0}, 2);
  for (int axis = 0; axis < 3; ++axis) {
    Box face{{0, 0, 0}, {all.upper[0] - 2, all.upper[1] - 1, all.upper[2] - 1}};
    face.lower[axis] = all.lower[axis];
    face.upper[axis] = all.lower[axis] + 1;
    Index shift{0, 0, 0};
    shift[axis] = all.extent(axis) - 3;
    copies.push_back({{u, 0}, {u, 0}, face, shift});
    copies.push_back({{c, 0}, {c, 0}, face, shift});
    unpack(expected_u, {u, 0}, face, packed(pattern({u, 0}, 1), {u, 0}, face.shifted(shift)).data());
    unpack(expected_c, {c, 0}, face, packed(pattern({c, 0}, 2), {c, 0}, face.shifted(shift)).data());
  }
  device->copy_boxes(copies);
  EXPECT_EQ(download({u, 0}), expected_u);
  EXPECT_EQ(download({c, 0}), expected_c);
}

TEST_F(copy_boxes, sees_what_was_asked_for_before) {
  Bytes& data = keep(pattern({u, 1}, 4));
  const Bytes expected = data;
  const Piece piece{{u, 1}, data.data(), 0, layout.size};
  Ticket ticket = 0;
  device->copy_to_device({&piece, 1}, ticket);
  const BoxCopy past{{u, 1}, {u, 0}, layout.box};
  device->copy_boxes({&past, 1});
  const BoxCopy on{{u, 0}, {v, 0}, layout.box};
  device->copy_boxes({&on, 1});
  EXPECT_TRUE(same_points(download({v, 0}), expected, {v, 0}));
  device->wait(ticket);
}

} // namespace
} // namespace nopal::test
