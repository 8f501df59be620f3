#pragma once
// Communication of all processes, with MPI.

#include "core/thorn/collective.hpp"
#include "driver/services/collective_watch.hpp"

#include <mpi.h>

namespace nopal {

class MpiCollective final : public Collective {
public:
  /// Of the messages to rank 0. Messages of ghost points and traces have other tags.
  static constexpr int tag = 3;

  /// `watch` must outlive this object; null: nobody compares what the ranks do.
  explicit MpiCollective(MPI_Comm communicator, CollectiveWatch* watch = nullptr);
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
  static const char* name(Fold fold);
  void about_to(const char* what, std::size_t n, const char* of_what) const;
  MPI_Comm communicator_;
  CollectiveWatch* watch_;
  int rank_ = 0, size_ = 1;
};

} // namespace nopal
