#include "agree.hpp"

#include <nopal/thorn.hpp>

namespace nopal::hdf5 {

void together(MPI_Comm communicator, const std::function<void()>& action) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &size);
  std::string message;
  bool failed = false;
  try {
    action();
  } catch (const std::exception& error) {
    failed = true;
    message = error.what();
  }

  int failing = failed ? rank : size;
  MPI_Allreduce(MPI_IN_PLACE, &failing, 1, MPI_INT, MPI_MIN, communicator);
  if (failing == size) return;
  int length = static_cast<int>(message.size());
  MPI_Bcast(&length, 1, MPI_INT, failing, communicator);
  message.resize(static_cast<std::size_t>(length));
  MPI_Bcast(message.data(), length, MPI_CHAR, failing, communicator);
  throw Error(message);
}

} // namespace nopal::hdf5
