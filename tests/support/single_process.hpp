#pragma once
// Communication in a run with one process, without MPI.

#include "core/thorn/collective.hpp"

#include <algorithm>

namespace nopal::test {

/// Tests of one process of several override rank() and size().
class SingleProcess : public Collective {
public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void barrier() override {}
  const void* native() const override { return nullptr; }

protected:
  void reduce(std::span<double>, Fold) override {}
  void reduce(std::span<std::int64_t>, Fold) override {}
  void broadcast_bytes(std::span<std::byte>) override {}
  void gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) override {
    std::copy(mine.begin(), mine.end(), all.begin());
  }
  void send(std::span<const std::byte>) override {}
  void receive(int, std::span<std::byte>) override {}
};

} // namespace nopal::test
