#include "gather.hpp"

#include <limits>

namespace nopal::tsv {

namespace {

constexpr int tag = 1;

MPI_Comm communicator(Services& services) { return *static_cast<MPI_Comm*>(services.communicator()); }

int count(const Words& words) {
  if (words.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error("tsv: one process owns " + std::to_string(words.size()) +
                " numbers of what is to be written at once, more than fit in a message: write it with hdf5");
  return static_cast<int>(words.size());
}

} // namespace

void send_words(Services& services, const Words& words) {
  MPI_Send(words.data(), count(words), MPI_UINT64_T, 0, tag, communicator(services));
}

void receive_words(Services& services, int rank, Words& words) {
  MPI_Recv(words.data(), count(words), MPI_UINT64_T, rank, tag, communicator(services), MPI_STATUS_IGNORE);
}

} // namespace nopal::tsv
