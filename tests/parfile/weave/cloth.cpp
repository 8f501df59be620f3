// The mesh, and initial values by global numbers.

#include <nopal/thorn.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace nopal;

/// The knots of a thread: both ends and the one that it passes. They lie far from each other.
std::array<std::int64_t, 3> knots_of(std::int64_t thread, std::int64_t knots) {
  return {thread * 37 % knots, (thread * thread + 11) % knots, (thread + 5) % knots};
}

/// Sets the owned elements of a dat to values between -1 and 1.5.
void fill_dat(Call& call, const char* set_name, const char* variable, int components) {
  const LocalSet& set = call.services().mesh().set(set_name);
  const auto field = call.write<double>(variable);
  for (long e = 0; e < set.owned; ++e)
    for (int c = 0; c < components; ++c)
      field(c, e) = static_cast<double>((set.numbers[static_cast<std::size_t>(e)] * 7 + c * 3) % 19) / 7.2 - 1;
}

} // namespace

NOPAL_MESH(cloth) {
  const std::int64_t knots = maker.parameters().integer("weave::knots"), threads = 2 * knots + 1;
  const int rank = maker.collective().rank();
  maker.set("weave::knots", knots);
  maker.set("weave::threads", threads);
  std::vector<std::int64_t> ends, passed, next;
  const ElementBlocks of_threads = maker.blocks("weave::threads"), of_knots = maker.blocks("weave::knots");
  for (std::int64_t thread = of_threads.first(rank); thread < of_threads.first(rank + 1); ++thread) {
    const auto all = knots_of(thread, knots);
    ends.insert(ends.end(), all.begin(), all.begin() + 2);
    passed.insert(passed.end(), all.begin(), all.end());
  }
  for (std::int64_t knot = of_knots.first(rank); knot < of_knots.first(rank + 1); ++knot)
    next.push_back((knot + 1) % knots);
  maker.map("weave::ends", {2, std::move(ends)});
  maker.map("weave::passed", {3, std::move(passed)});
  maker.map("weave::next", {1, std::move(next)});
}

NOPAL_FUNCTION(fill) {
  int components = 0;
  for (const char* variable : {"a", "b", "c", "d", "e"}) fill_dat(call, "weave::knots", variable, ++components);
  fill_dat(call, "weave::knots", "f", 9);
  fill_dat(call, "weave::threads", "t", 1);
  fill_dat(call, "weave::threads", "u", 6);
}
