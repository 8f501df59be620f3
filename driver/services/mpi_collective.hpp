#pragma once
// Communication of all processes, with MPI.

#include "core/thorn/collective.hpp"

#include <mpi.h>

namespace nopal {

class MpiCollective final : public Collective {
public:
  explicit MpiCollective(MPI_Comm communicator);
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void barrier() override;
  const void* native() const override { return &communicator_; }

protected:
  void reduce(std::span<double> values, Fold fold) override;
  void reduce(std::span<std::int64_t> values, Fold fold) override;
  void broadcast_bytes(std::span<std::byte> bytes) override;
  void gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) override;
  void send(std::span<const std::byte> bytes) override;
  void receive(int rank, std::span<std::byte> bytes) override;

private:
  static MPI_Op operation(Fold fold);
  MPI_Comm communicator_;
  int rank_ = 0, size_ = 1;
};

} // namespace nopal
