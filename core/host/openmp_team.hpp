#pragma once
// Teams of OpenMP threads.

#include "core/base/error.hpp"

#include <fmt/format.h>
#include <omp.h>

namespace nopal {

/// Calls work(member) in each thread of a team of at most `n` threads. `work` must not throw.
template <class Work> void openmp_members(int n, const Work& work) {
#pragma omp parallel num_threads(n)
  work(omp_get_thread_num());
}

/// While this object exists, OpenMP does not adjust the sizes of teams on its own.
class FixedTeams {
public:
  FixedTeams() : before_(omp_get_dynamic()) { omp_set_dynamic(0); }
  ~FixedTeams() { omp_set_dynamic(before_); }
  FixedTeams(const FixedTeams&) = delete;
  FixedTeams& operator=(const FixedTeams&) = delete;

private:
  int before_;
};

// What gives a team more threads. clang's OpenMP (LLVM 19) gives each team of a league at most OMP_NUM_THREADS threads,
// and all teams together at most KMP_TEAMS_THREAD_LIMIT, which is the number of processors by default.
#ifdef __clang__
inline constexpr const char* more_threads =
    "raise OMP_THREAD_LIMIT (openmp-teams: set OMP_NUM_THREADS and KMP_TEAMS_THREAD_LIMIT)";
#else
inline constexpr const char* more_threads = "raise OMP_THREAD_LIMIT";
#endif

/// Calls work(number) once for each number 0 to n - 1, at the same time, in a team of n threads. `work` must not throw.
/// If OpenMP gives fewer threads, throws Error before any work: threads that wait for each other would wait for ever.
template <class Work> void openmp_team(int n, const Work& work) {
  int given = n;
  const FixedTeams fixed;
#pragma omp parallel num_threads(n)
  {
    const int number = omp_get_thread_num();
    if (omp_get_num_threads() == n)
      work(number);
    else if (number == 0)
      given = omp_get_num_threads();
  }
  if (given != n)
    throw Error(
        fmt::format("a block has {} threads, but OpenMP gives only {}: {}, give blocks fewer threads, or choose "
                    "another accelerator.host",
                    n, given, more_threads));
}

} // namespace nopal
