#pragma once
// The ranks tell each other what they are about to do, so that none of them waits for ever.

#include "driver/services/collective_watch.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/job_end.hpp"

#include <mpi.h>

#include <vector>

namespace nopal {

/// Each rank tells rank 0 its next action, and rank 0 answers all of them. A rank whose action is another one meets the
/// others at its own action, or at the end of the function.
class Meeting {
public:
  /// Collective. `session` must outlive this object. `tag`: of the messages that sends() and receives() announce; they
  /// travel over session.communicator().
  Meeting(const Session& session, int tag);
  ~Meeting();
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  /// Collective. Throws the same AgreedError on all ranks if they say different things. `place`: the function that
  /// runs.
  void about_to(const std::string& what, const std::string& place);
  /// Collective. This rank has come to the end of the function; `failure`: its error with its place, or empty. Throws
  /// the same AgreedError on all ranks if any has failed, or if any is not here.
  void end(const std::string& failure, const std::string& place);
  void sends() { ++sent_; }
  void receives(int rank, const std::string& place);

private:
  /// What a rank says.
  struct Word {
    std::int64_t sent = 0; ///< messages to rank 0 so far
    std::string text;      ///< the kind, and what it does or how it failed
    bool failed() const { return text.front() == 'f'; }
    std::string what() const { return text.substr(1); }
  };
  void meet(const std::string& text, const std::string& place);
  /// Returns the verdict; empty: all is well.
  std::string judge(const Word& mine, const std::string& place);
  Word wait_for(int rank);
  bool take_word(int rank);

  const Session& session_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  int tag_;
  std::int64_t sent_ = 0;
  std::vector<std::int64_t> received_;  ///< on rank 0, by rank: messages that have been received
  std::vector<std::vector<Word>> told_; ///< on rank 0, by rank: its next word, if it has come
  std::string verdict_;                 ///< not empty: the ranks have parted
};

} // namespace nopal
