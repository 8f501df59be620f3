#include "driver/session/gather.hpp"

#include <numeric>

namespace nopal {

std::vector<std::string> gather_texts(const Session& session, const std::string& mine) {
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(session.size()), starts(session.size());
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, session.communicator());
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(starts.back() + lengths.back(), ' ');
  MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR,
                 session.communicator());
  std::vector<std::string> by_rank;
  by_rank.reserve(lengths.size());
  for (int rank = 0; rank < session.size(); ++rank) by_rank.push_back(all.substr(starts[rank], lengths[rank]));
  return by_rank;
}

void share_from_first_rank(const Session& session, const std::vector<std::string*>& texts) {
  for (std::string* text : texts) {
    int length = static_cast<int>(text->size());
    MPI_Bcast(&length, 1, MPI_INT, 0, session.communicator());
    text->resize(static_cast<std::size_t>(length));
    MPI_Bcast(text->data(), length, MPI_CHAR, 0, session.communicator());
  }
}

} // namespace nopal
