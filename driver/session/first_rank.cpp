#include "driver/session/first_rank.hpp"

#include "driver/session/failure.hpp"

namespace nopal {

void on_first_rank(const Session& session, const std::function<void()>& step) {
  std::string trouble;
  if (session.rank() == 0) {
    try {
      step();
    } catch (...) {
      trouble = failure_text(std::current_exception());
    }
  }
  share_from_first_rank(session, {&trouble});
  if (!trouble.empty()) throw Error(trouble);
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
