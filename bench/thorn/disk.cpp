// Times plain writes of as many bytes as nopal has just written. Each process writes its own file.

#include <nopal/thorn.hpp>

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <random>

namespace {

constexpr std::size_t piece = std::size_t{1} << 22;

/// Waits for all processes, then returns the time in seconds.
double now(nopal::Call& call) {
  call.services().collective().barrier();
  return MPI_Wtime();
}

/// Seconds on the clock, and seconds that this thread has spent on a processor.
struct Times {
  double clock = 0, processor = 0;
};

Times times() {
  timespec processor{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &processor);
  return {MPI_Wtime(), static_cast<double>(processor.tv_sec) + 1e-9 * static_cast<double>(processor.tv_nsec)};
}

/// When the first iteration began, and how long this thorn itself has worked since then.
struct Watch {
  std::optional<Times> begun;
  Times own;
};

/// Calls `step` and counts its time as time of this thorn.
template <class Step> void aside(Watch& watch, Step&& step) {
  const Times before = times();
  step();
  const Times after = times();
  watch.own.clock += after.clock - before.clock;
  watch.own.processor += after.processor - before.processor;
}

/// The time at which a checkpoint or output began.
struct Start {
  double seconds = 0;
};

/// Returns one number for each point of this process and each of `fields` fields. They are random, so that they do not
/// compress, and are made once.
const std::vector<std::uint64_t>& numbers(nopal::Call& call, std::int64_t fields) {
  auto& numbers = call.state<std::vector<std::uint64_t>>();
  long points = 0;
  for (const nopal::Part& part : call.parts()) points += part.owned().points();
  const auto count = static_cast<std::size_t>(points * fields);
  if (numbers.size() != count) {
    std::mt19937_64 random;
    numbers.resize(count);
    std::generate(numbers.begin(), numbers.end(), random);
  }
  return numbers;
}

void check(bool good, const std::string& path) {
  if (!good) throw nopal::Error("cannot write '" + path + "': " + std::strerror(errno));
}

/// Writes the numbers to a file, with a checksum if asked to, and syncs it if `sync` is set. Returns the seconds.
double write_plainly(nopal::Call& call, std::int64_t fields, bool checksum) {
  const auto& values = numbers(call, fields);
  const std::string path =
      call.services().output_folder() + "/plain_" + std::to_string(call.services().rank()) + ".data";
  std::remove(path.c_str());
  const double begin = now(call);
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  check(file >= 0, path);
  const auto* next = reinterpret_cast<const char*>(values.data());
  XXH3_state_t* const state = XXH3_createState();
  XXH3_64bits_reset(state);
  for (std::size_t left = values.size() * sizeof values[0]; left > 0;) {
    const std::size_t bytes = std::min(left, piece);
    if (checksum) XXH3_64bits_update(state, next, bytes);
    check(write(file, next, bytes) == static_cast<ssize_t>(bytes), path);
    next += bytes;
    left -= bytes;
  }
  if (XXH3_64bits_digest(state) == 0) call.services().info("disk: the checksum is 0");
  XXH3_freeState(state);
  if (call.boolean("sync")) check(fsync(file) == 0, path);
  check(close(file) == 0, path);
  const double seconds = now(call) - begin;
  std::remove(path.c_str());
  return seconds;
}

void report(nopal::Call& call, const char* what, double seconds, double plain) {
  char text[100];
  std::snprintf(text, sizeof text, "disk: %s %.6f s, plain %.6f s", what, seconds, plain);
  call.services().info(text);
}

/// Removes a file or folder that was measured, as write_plainly() removes its file. So both kinds of writes find the
/// same amount of memory in the system's cache of files.
void remove(nopal::Call& call, const char* form) {
  if (call.services().rank() != 0) return;
  char name[40];
  std::snprintf(name, sizeof name, form, call.iteration());
  std::filesystem::remove_all(call.services().output_folder() + '/' + name);
}

void remove_outputs(nopal::Call& call) {
  if (call.services().rank() != 0) return;
  for (const auto& entry : std::filesystem::directory_iterator(call.services().output_folder()))
    if (entry.path().filename().string().starts_with("fields_")) std::filesystem::remove(entry.path());
}

} // namespace

NOPAL_FUNCTION(start) { call.state<Start>().seconds = now(call); }

NOPAL_FUNCTION(checkpoint) {
  const double seconds = now(call) - call.state<Start>().seconds;
  remove(call, "checkpoint_%08ld");
  report(call, "checkpoint", seconds, write_plainly(call, call.integer("timelevels"), true));
}

NOPAL_FUNCTION(output) {
  const double seconds = now(call) - call.state<Start>().seconds;
  remove(call, "fields_%08ld.h5");
  report(call, "output", seconds, write_plainly(call, call.integer("fields"), false));
}

NOPAL_FUNCTION(begin) {
  Watch& watch = call.state<Watch>();
  if (!watch.begun) watch.begun = times();
  aside(watch, [&] { remove_outputs(call); });
}

NOPAL_FUNCTION(end) {
  Watch& watch = call.state<Watch>();
  if (!watch.begun) return;
  const Times now = times();
  const double clock = now.clock - watch.begun->clock - watch.own.clock;
  const double processor = now.processor - watch.begun->processor - watch.own.processor;
  char text[100];
  std::snprintf(text, sizeof text, "disk: the run took %.6f s and spent %.6f s of it on no processor", clock,
                clock - processor);
  call.services().info(text);
  watch = {};
}
