#pragma once
// MPI, from its start to its end.

#include <mpi.h>

#include <chrono>
#include <string>

namespace nopal {

/// The constructor starts MPI, the destructor ends it. Only the thread that made this object calls MPI (FUNNELED).
class Session {
public:
  Session(int& argc, char**& argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  MPI_Comm communicator() const { return communicator_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  /// The communicator of the ranks that share this rank's memory.
  MPI_Comm node() const { return node_; }
  int node_rank() const { return node_rank_; }
  int node_size() const { return node_size_; }
  /// A communicator for reports of failures only, so that no other messages disturb them.
  MPI_Comm failures() const { return failures_; }
  /// The name of the host that this rank runs on.
  static std::string host();
  /// The name and version of the MPI library, as "Open MPI v4.1.4".
  static std::string library();
  /// The start of the program, before MPI_Init.
  std::chrono::steady_clock::time_point start() const { return start_; }
  /// Seconds since then.
  double seconds() const;
  /// Seconds that MPI_Init took.
  double mpi_seconds() const { return mpi_seconds_; }

private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Comm failures_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, node_rank_ = 0, node_size_ = 1;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double mpi_seconds_ = 0;
};

} // namespace nopal
