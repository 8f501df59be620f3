#include "driver/setup/threads.hpp"

#include "core/base/text.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/launcher.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace nopal {

namespace {

/// A larger number is a mistake in typing. The OpenMP library would use only the lowest bits of a very large one.
constexpr long most_threads = 4096;

/// Whether OMP_NUM_THREADS gives a number of threads: "4", or "4,2" for nested parallel regions. Throws an Error if the
/// number is too large. (The OpenMP library ignores a text that is not such a number, and has warned of it.)
bool threads_are_given() {
  const char* wanted = std::getenv("OMP_NUM_THREADS");
  if (wanted == nullptr) return false;
  const std::string_view text(wanted);
  const std::string_view first = trimmed(text.substr(0, text.find(',')));
  const auto number = parse_number<long>(first);
  const bool is_large = !number && !first.empty() && first.find_first_not_of("0123456789") == std::string_view::npos;
  if (is_large || number.value_or(0) > most_threads)
    throw Error(fmt::format("the environment variable OMP_NUM_THREADS is {}, expected 1 to {}", text, most_threads));
  return number.value_or(0) > 0;
}

} // namespace

Threads choose_threads(const Session& session) {
  Threads threads;
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof(mine), &mine) != 0)
    for (unsigned core = 0; core < std::max(1u, std::thread::hardware_concurrency()); ++core) CPU_SET(core, &mine);
  cpu_set_t all = mine;
  MPI_Allreduce(&mine, &all, sizeof(cpu_set_t), MPI_BYTE, MPI_BOR, session.node());
  threads.bound_cores = std::max(1, CPU_COUNT(&mine));
  threads.node_cores = std::max(1, CPU_COUNT(&all));

  const int share = std::max(1, threads.node_cores / session.node_size());
  threads.by_user = together(session, threads_are_given);
  threads.host = threads.by_user ? omp_get_max_threads() : std::min(share, threads.bound_cores);
  threads.device = threads.by_user ? threads.host : share;
  omp_set_num_threads(threads.host);

  const int online = static_cast<int>(std::thread::hardware_concurrency());
  if (threads.host > threads.bound_cores) {
    threads.warning = fmt::format("{} threads share {} core{}: use `mpirun --bind-to none`, or a smaller "
                                  "OMP_NUM_THREADS",
                                  threads.host, threads.bound_cores, threads.bound_cores == 1 ? "" : "s");
  } else if (session.node_size() == 1 && threads.bound_cores == 1 && launcher().exists && online != 1) {
    threads.warning = "this rank is bound to one core: `mpirun --bind-to none -n 1` lets it use all";
  }
  return threads;
}

std::string threads_summary(const Threads& threads) {
  return fmt::format("threads: {} per rank, on {} of the node's cores ({} for all ranks){}", threads.host,
                     threads.bound_cores, threads.node_cores, threads.by_user ? ", by OMP_NUM_THREADS" : "");
}

} // namespace nopal
