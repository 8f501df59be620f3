#pragma once
// What output thorns have found: variables whose values in the output of the run are not finite.

#include "core/accelerator/run_observer.hpp"
#include "core/parameters/parameters.hpp"
#include "core/thorn/not_finite.hpp"
#include "core/variables/variables.hpp"
#include "driver/session/session.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace nopal {

/// Collects the findings of all ranks. A variable counts once in a run, at the first iteration at which it is found.
class OutputFindings {
public:
  /// The references must outlive this object. `uses_grid`: the run has a grid.
  OutputFindings(const Session& session, const Variables& variables, const Parameters& parameters, bool uses_grid)
      : session_(session), variables_(variables), parameters_(parameters), uses_grid_(uses_grid) {}

  /// A thorn on this rank has found something. Does not communicate.
  void add(const NotFinite& found);
  /// The log has a report on the variable already. Call this on all ranks.
  void reported(int variable) { reported_.insert(variable); }

  /// Whether this rank has found a variable that is new for all ranks.
  bool has_news() const { return !pending_.empty(); }
  /// Collective. Joins the news of all ranks, warns of what is not reported already, and returns the variables. Call
  /// this if some rank has news. The words are the same for any number of ranks.
  std::vector<NotFiniteOutput> join();
  /// Collective. Returns join() if some rank has news, else nothing.
  std::vector<NotFiniteOutput> join_rest();

  /// All variables that were found in this run, in the order in which they were found. The same on all ranks.
  const std::vector<NotFiniteOutput>& all() const { return all_; }

private:
  struct Pending {
    std::int64_t iteration = 0;
    double time = 0;
    std::int64_t place = NotFinite::no_place;
    std::string what;
    std::set<std::string> outputs;
  };
  using News = std::map<int, Pending>;
  static void merge(News& news, int variable, const Pending& found);
  static std::string text_of(const News& news);
  static void merge_text(News& news, const std::string& text);
  std::string advice() const;

  const Session& session_;
  const Variables& variables_;
  const Parameters& parameters_;
  bool uses_grid_;
  News pending_; ///< found on this rank since the last join()
  std::set<int> known_, reported_;
  std::vector<NotFiniteOutput> all_;
};

/// Returns the warning about variables, one line for each, then the advice.
std::string not_finite_warning(const std::vector<NotFiniteOutput>& found, const std::string& advice);
/// Returns the line for the end of the log.
std::string not_finite_line(const std::vector<NotFiniteOutput>& found);

} // namespace nopal
