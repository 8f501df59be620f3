// pack_to_host and unpack_from_host, fill.

#include "rows.hpp"

#include "core/variables/poison_word.hpp"

#include <cmath>

namespace nopal::test {
namespace {

class Strips : public DeviceRows {
protected:
  /// Returns faces, an edge, a corner and a single row of several slots as consecutive strips.
  std::vector<Strip> strips() const {
    const Box& a = layout.box;
    const std::vector<Box> boxes = {
        {{a.lower[0], a.lower[1], a.lower[2]}, {a.lower[0] + 1, a.upper[1], a.upper[2]}},
        {{a.lower[0], a.upper[1] - 2, a.lower[2]}, {a.upper[0], a.upper[1], a.upper[2]}},
        {{a.lower[0], a.lower[1], a.upper[2] - 1}, a.upper},
        {{a.upper[0] - 1, a.lower[1], a.lower[2]}, {a.upper[0], a.lower[1] + 1, a.upper[2]}},
        {a.lower, {a.lower[0] + 1, a.lower[1] + 1, a.lower[2] + 1}}};
    std::vector<Strip> result;
    std::size_t offset = 0;
    for (const Slot slot : {Slot{u, 0}, Slot{c, 0}, Slot{n, 1}})
      for (const Box& box : boxes) {
        result.push_back({slot, box, offset});
        offset += static_cast<std::size_t>(box.points()) * size(slot);
      }
    return result;
  }
  std::size_t total() const {
    const Strip last = strips().back();
    return last.offset + static_cast<std::size_t>(last.box.points()) * size(last.slot);
  }
};

class pack_to_host : public Strips {};

TEST_F(pack_to_host, packs_all_strips_into_one_buffer) {
  for (const Slot slot : slots()) upload(slot, pattern(slot, slot.variable + 1));
  Bytes buffer(total()), expected;
  for (const Strip& strip : strips()) {
    const Bytes part = packed(pattern(strip.slot, strip.slot.variable + 1), strip.slot, strip.box);
    expected.insert(expected.end(), part.begin(), part.end());
  }
  device->pack_to_host(strips(), buffer.data(), buffer.size());
  EXPECT_EQ(buffer, expected);
}

TEST_F(pack_to_host, may_be_repeated_with_other_strips_and_data) {
  const Box row{{0, 0, 0}, {5, 1, 1}};
  for (int seed = 1; seed < 4; ++seed) {
    upload({v, 0}, pattern({v, 0}, seed));
    const Strip strip{{v, 0}, row.shifted({seed, 0, 0}), 0};
    Bytes buffer(5 * 8);
    device->pack_to_host({&strip, 1}, buffer.data(), buffer.size());
    EXPECT_EQ(buffer, packed(pattern({v, 0}, seed), {v, 0}, strip.box));
  }
}

/// A strip with a stride, and the strips of its points one by one.
struct Strided {
  Strip strip;
  std::vector<Strip> points;

  Strided(Slot slot, const Box& box, const Index& stride, std::size_t size) : strip{slot, box, 0, stride} {
    for (long k = box.lower[2]; k < box.upper[2]; k += stride[2])
      for (long j = box.lower[1]; j < box.upper[1]; j += stride[1])
        for (long i = box.lower[0]; i < box.upper[0]; i += stride[0])
          points.push_back({slot, {{i, j, k}, {i + 1, j + 1, k + 1}}, points.size() * size});
  }
};

TEST_F(pack_to_host, leaves_out_points_between_strides) {
  for (const Slot slot : {Slot{u, 0}, Slot{c, 0}}) {
    upload(slot, pattern(slot, 3));
    for (const Index& stride : {Index{1, 2, 3}, Index{2, 1, 1}, Index{3, 2, 2}}) {
      const Strided strided(slot, {{-1, 0, 0}, {9, 6, 5}}, stride, size(slot));
      ASSERT_EQ(strided.strip.points(), static_cast<long>(strided.points.size()));
      Bytes buffer(strided.points.size() * size(slot)), expected(buffer.size());
      for (const Strip& point : strided.points) {
        const Bytes value = packed(pattern(slot, 3), slot, point.box);
        std::memcpy(expected.data() + point.offset, value.data(), value.size());
      }
      device->pack_to_host({&strided.strip, 1}, buffer.data(), buffer.size());
      EXPECT_EQ(buffer, expected);
    }
  }
}

class unpack_from_host : public Strips {};

TEST_F(unpack_from_host, leaves_points_between_strides_alone) {
  for (const Slot slot : {Slot{u, 0}, Slot{c, 0}}) {
    const Strided strided(slot, {{-1, 0, 0}, {9, 6, 5}}, {3, 2, 2}, size(slot));
    Bytes expected = pattern(slot, 4);
    upload(slot, expected);
    const Bytes buffer = pattern(strided.points.size() * size(slot), 9);
    for (const Strip& point : strided.points) unpack(expected, slot, point.box, buffer.data() + point.offset);
    device->wait(device->unpack_from_host({&strided.strip, 1}, buffer.data(), buffer.size()));
    EXPECT_TRUE(same_points(download(slot), expected, slot));
  }
}

TEST_F(unpack_from_host, unpacks_all_strips_and_touches_nothing_else) {
  std::map<Slot, Bytes> expected;
  for (const Slot slot : slots()) {
    upload(slot, pattern(slot, slot.variable + 1));
    expected[slot] = pattern(slot, slot.variable + 1);
  }
  const Bytes buffer = pattern(total(), 9);
  for (const Strip& strip : strips()) unpack(expected[strip.slot], strip.slot, strip.box, buffer.data() + strip.offset);
  // Overlapping strips hold the same values in common points.
  Bytes agreed(total());
  for (const Strip& strip : strips()) {
    const Bytes part = packed(expected[strip.slot], strip.slot, strip.box);
    std::memcpy(agreed.data() + strip.offset, part.data(), part.size());
  }
  device->wait(device->unpack_from_host(strips(), agreed.data(), agreed.size()));
  for (const Slot slot : slots()) EXPECT_TRUE(same_points(download(slot), expected[slot], slot));
}

TEST_F(unpack_from_host, what_was_packed_comes_back) {
  upload({u, 0}, pattern({u, 0}, 1));
  upload({v, 0}, pattern({v, 0}, 2));
  const Box face{{0, 0, 0}, {9, 7, 1}};
  const Strip from{{u, 0}, face, 0}, to{{v, 0}, face, 0};
  Bytes buffer(static_cast<std::size_t>(face.points()) * 8);
  device->pack_to_host({&from, 1}, buffer.data(), buffer.size());
  device->wait(device->unpack_from_host({&to, 1}, buffer.data(), buffer.size()));
  EXPECT_EQ(packed(download({v, 0}), {v, 0}, face), packed(pattern({u, 0}, 1), {u, 0}, face));
}

class wants_invalidation : public DeviceRows {};

TEST_F(wants_invalidation, is_answered_by_devices_that_find_stale_reads) {
  if (suite_options().device != "checked") GTEST_SKIP() << "this device does not look for stale reads";
  EXPECT_TRUE(device->poisoning()->wants_invalidation());
}

class fill : public DeviceRows {};

TEST_F(fill, changes_every_word_of_the_points_and_no_others) {
  const std::uint64_t words[] = {poison_bits({PoisonKind::unwritten, Region::ghosts, true, 3}), 17};
  int turn = 0;
  for (const Slot slot : {Slot{u, 0}, Slot{c, 0}}) {
    upload(slot, pattern(slot, 1));
    const SlotBox parts[] = {{slot, {{0, 1, 2}, {4, 4, 4}}}, {slot, {{5, 0, 0}, {9, 1, 3}}}, {slot, {}}};
    // A longer row after a shorter one, and the same boxes with another word.
    device->poisoning()->fill({parts, 1}, words[1]);
    device->poisoning()->fill(parts, words[turn]);
    const std::uint64_t expected[] = {words[turn], words[turn]};
    ++turn;
    const Bytes after = download(slot), before = pattern(slot, 1);
    each(layout.box, [&](long i, long j, long k) {
      if (parts[0].box.contains(Index{i, j, k}) || parts[1].box.contains(Index{i, j, k}))
        EXPECT_EQ(std::memcmp(after.data() + at(slot, i, j, k), expected, size(slot)), 0);
      else
        EXPECT_EQ(std::memcmp(after.data() + at(slot, i, j, k), before.data() + at(slot, i, j, k), size(slot)), 0);
    });
  }
}

} // namespace
} // namespace nopal::test
