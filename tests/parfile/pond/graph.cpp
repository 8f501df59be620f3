// The graph, and initial values by global numbers.

#include <nopal/thorn.hpp>

#include <array>
#include <utility>
#include <vector>

namespace {

using namespace nopal;

/// The ends of a link, which lie far from each other.
std::array<std::int64_t, 2> ends(std::int64_t link, std::int64_t knots) {
  return {link * 37 % knots, (link * link + 11) % knots};
}

/// Sets the components of the owned elements of a dat to value(global number, component).
template <class T, class Value>
void set_values(const LocalSet& set, const Field<T>& field, int components, Value&& value) {
  for (long e = 0; e < set.owned; ++e)
    for (int c = 0; c < components; ++c) field(c, e) = value(set.numbers[static_cast<std::size_t>(e)], c);
}

} // namespace

NOPAL_MESH(graph) {
  const std::int64_t knots = maker.parameters().integer("pond::knots"), links = 2 * knots;
  const int rank = maker.collective().rank();
  maker.set("pond::knots", knots);
  maker.set("pond::links", links);
  const ElementBlocks of_links = maker.blocks("pond::links"), of_knots = maker.blocks("pond::knots");
  std::vector<std::int64_t> targets, offsets{0}, of_knot;
  for (std::int64_t link = of_links.first(rank); link < of_links.first(rank + 1); ++link)
    for (const std::int64_t knot : ends(link, knots)) targets.push_back(knot);
  for (std::int64_t knot = of_knots.first(rank); knot < of_knots.first(rank + 1); ++knot) {
    for (std::int64_t link = 0; link < links; ++link)
      for (const std::int64_t end : ends(link, knots))
        if (end == knot) of_knot.push_back(link);
    offsets.push_back(std::ssize(of_knot));
  }
  maker.map("pond::link_knots", {2, std::move(targets)});
  maker.map("pond::knot_links", {std::move(offsets), std::move(of_knot)});
}

NOPAL_FUNCTION(fill) {
  const LocalSet& knots = call.services().mesh().set("pond::knots");
  const auto height = [](std::int64_t n, int c) { return static_cast<double>((n * 7 + c * 3) % 19) / 7 - 1; };
  set_values(knots, call.write<double>("h"), 2, height);
  set_values(knots, call.write<double>("h@1"), 2, height);
  set_values(knots, call.write<std::int64_t>("n"), 3,
             [](std::int64_t n, int c) { return c == 2 ? 9007199254740993 + n : n * 10 + c; });
  set_values(call.services().mesh().set("pond::links"), call.write<double>("l"), 1,
             [](std::int64_t n, int) { return 1 + static_cast<double>(n % 13) / 3; });
}
