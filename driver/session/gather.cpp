#include "driver/session/gather.hpp"

namespace nopal {

std::vector<std::string> gather_texts(const Session& session, const std::string& mine) {
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(session.size()), starts(session.size());
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, session.communicator());
  int total = 0;
  for (int rank = 0; rank < session.size(); ++rank) {
    starts[rank] = total;
    total += lengths[rank];
  }
  std::string all(total, ' ');
  MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR,
                 session.communicator());
  std::vector<std::string> by_rank;
  by_rank.reserve(lengths.size());
  for (int rank = 0; rank < session.size(); ++rank) by_rank.push_back(all.substr(starts[rank], lengths[rank]));
  return by_rank;
}

} // namespace nopal
