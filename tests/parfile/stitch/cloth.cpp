// The mesh: squares in rows. The last one of a row lies beside the first, and the last row beside the first.

#include <nopal/thorn.hpp>

#include <cstdint>
#include <utility>
#include <vector>

using namespace nopal;

NOPAL_MESH(cloth) {
  const std::int64_t width = maker.parameters().integer("stitch::width");
  const std::int64_t squares = width * maker.parameters().integer("stitch::height");
  const int rank = maker.collective().rank();
  maker.set("stitch::squares", squares);
  maker.set("stitch::knots", squares);
  maker.set("stitch::seams", 2 * squares);
  const ElementBlocks seams = maker.blocks("stitch::seams");
  const auto right_of = [&](std::int64_t n) { return n % width + 1 < width ? n + 1 : n + 1 - width; };
  const auto below = [&](std::int64_t n) { return (n + width) % squares; };
  std::vector<std::int64_t> both, around, knots;
  for (std::int64_t seam = seams.first(rank); seam < seams.first(rank + 1); ++seam) {
    // Square n has a seam to the right and one below. Its knot is its corner between them.
    const std::int64_t first = seam / 2, second = seam % 2 == 0 ? right_of(first) : below(first);
    both.insert(both.end(), {first, second});
    around.insert(around.end(), {first, second, first});
    knots.insert(knots.end(), {first, seam % 2 == 0 ? (first + squares - width) % squares
                                                    : (first % width > 0 ? first - 1 : first - 1 + width)});
  }
  maker.map("stitch::seam_squares", {2, std::move(both)});
  maker.map("stitch::seam_around", {3, std::move(around)});
  maker.map("stitch::seam_knots", {2, std::move(knots)});
}

NOPAL_FUNCTION(fill) {
  const LocalSet& seams = call.services().mesh().set("stitch::seams");
  const auto e = call.write<double>("e");
  for (long n = 0; n < seams.owned; ++n)
    e(0, n) = static_cast<double>(7 * seams.numbers[static_cast<std::size_t>(n)] % 13 - 6);
}
