#pragma once
// MPI for the life of the program.

#include <mpi.h>

#include <chrono>

namespace nopal {

/// Starts MPI (thread level FUNNELED: only the thread that made this object calls MPI) and ends it.
class Session {
public:
  Session(int& argc, char**& argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  MPI_Comm communicator() const { return communicator_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  /// The ranks that share this rank's memory.
  MPI_Comm node() const { return node_; }
  int node_rank() const { return node_rank_; }
  int node_size() const { return node_size_; }
  /// Used for nothing but the account of failures, so that no other message gets in between.
  MPI_Comm failures() const { return failures_; }
  /// Seconds since MPI_Init returned.
  double seconds() const;

private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Comm failures_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, node_rank_ = 0, node_size_ = 1;
  std::chrono::steady_clock::time_point start_;
};

/// Whether this process was started by mpirun or another launcher. Found out at the first call, which must come before
/// a Session is made: MPI sets the launcher's variables for a process that was started without one.
bool started_by_launcher();

} // namespace nopal
