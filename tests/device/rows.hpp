#pragma once
// The fixture of the rows: an open device with slots of every type, and patterns for their data.

#include "options.hpp"
#include "sabotaged.hpp"

#include "core/grid/zones.hpp"
#include "tests/support/open_device.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <deque>

namespace nopal::test {

using Bytes = std::vector<std::byte>;

/// Variables u (3 timelevels), v, w (1 timelevel) are real, as in the test thorn; n is integer (2 timelevels), c
/// complex.
/// lap and flux are temporaries of stencils; only their rows create them.
enum : int { u, v, w, n, c, lap, flux };

inline std::unique_ptr<Device> open_for_rows() {
  const SuiteOptions& options = suite_options();
  auto device = open_device(options.device, options.words, options.threads);
  if (options.sabotage.empty()) return device;
  return std::make_unique<Sabotaged>(std::move(device), options.sabotage);
}

/// Copies a piece to the device and waits.
inline void put(Device& device, const Piece& piece) {
  Ticket ticket = 0;
  device.copy_to_device({&piece, 1}, ticket);
  device.wait(ticket);
}

class DeviceRows : public testing::Test {
protected:
  DeviceRows() : layout(layout_of(13, 9, 7)) {}
  void SetUp() override { start(layout); }

  static Layout layout_of(long i, long j, long k) {
    const int dimension = k > 1 ? 3 : j > 1 ? 2 : 1;
    return grid_layout({{-2, dimension > 1 ? -1 : 0, dimension > 2 ? -1 : 0},
                        {i - 2, dimension > 1 ? j - 1 : 1, dimension > 2 ? k - 1 : 1}},
                       0, dimension);
  }
  /// Opens a new device and creates all slots.
  void start(const Layout& of) {
    layout = of;
    device.reset();
    device = open_for_rows();
    std::vector<SlotStorage> storage;
    for (const Slot slot : slots()) storage.push_back({slot, layout, size(slot)});
    device->create_variables(storage);
  }
  static std::vector<Slot> slots() { return {{u, 0}, {u, 1}, {u, 2}, {v, 0}, {w, 0}, {n, 0}, {n, 1}, {c, 0}}; }
  static std::size_t size(Slot slot) { return slot.variable == c ? 16 : 8; }
  std::size_t bytes(Slot slot) const { return static_cast<std::size_t>(layout.size) * size(slot); }

  /// Returns words of 8 bytes that all differ, also between seeds. As doubles they are ordinary numbers.
  static Bytes pattern(std::size_t bytes, int seed) {
    Bytes result(bytes);
    for (std::size_t i = 0; i < bytes / 8; ++i) {
      const double number = seed * 1000003.0 + static_cast<double>(i) * 0.37;
      std::memcpy(result.data() + 8 * i, &number, 8);
    }
    return result;
  }
  Bytes pattern(Slot slot, int seed) const { return pattern(bytes(slot), seed); }
  void upload(Slot slot, Bytes data) { put(*device, {slot, keep(std::move(data)).data(), 0, layout.size}); }
  /// Keeps the data until the device is destroyed, so that a wrong device does not read freed memory.
  Bytes& keep(Bytes data) { return kept_.emplace_back(std::move(data)); }
  Bytes download(Slot slot) {
    Bytes data(bytes(slot));
    const Piece piece{slot, data.data(), 0, layout.size};
    device->copy_to_host({&piece, 1});
    if (device->moves()) upload(slot, data);
    return data;
  }
  std::size_t at(Slot slot, long i, long j, long k) const {
    return static_cast<std::size_t>(layout.index(i, j, k)) * size(slot);
  }
  /// Applies the action to each point of the box.
  template <class Action> static void each(const Box& box, const Action& action) {
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) action(i, j, k);
  }
  /// Returns the points of a box as a strip.
  Bytes packed(const Bytes& data, Slot slot, const Box& box) const {
    Bytes result;
    each(box, [&](long i, long j, long k) {
      const std::byte* point = data.data() + at(slot, i, j, k);
      result.insert(result.end(), point, point + size(slot));
    });
    return result;
  }
  void unpack(Bytes& data, Slot slot, const Box& box, const std::byte* strip) const {
    each(box, [&](long i, long j, long k) {
      std::memcpy(data.data() + at(slot, i, j, k), strip, size(slot));
      strip += size(slot);
    });
  }

  /// Returns true if all points are equal in both. Ignores the padding.
  bool same_points(const Bytes& a, const Bytes& b, Slot slot) const {
    return packed(a, slot, layout.box) == packed(b, slot, layout.box);
  }

private:
  std::deque<Bytes> kept_;

protected:
  Layout layout; ///< layout of all slots
  std::unique_ptr<Device> device;
};

} // namespace nopal::test
