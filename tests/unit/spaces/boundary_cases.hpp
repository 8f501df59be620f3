#pragma once
// Random grids with conditions of the thorn `boundary`. They are the same in every run of the tests.

#include "core/base/error.hpp"
#include "core/grid/decomposition.hpp"
#include "core/parameters/value.hpp"

#include <fmt/format.h>

#include <map>
#include <random>
#include <string>

namespace nopal::test {

struct BoundaryCase {
  DomainSpec spec;
  int ranks = 1;
  Index process_grid{0, 0, 0};
  std::map<std::string, Value> values; ///< of parameters, by full name

  const std::string& condition(int axis, long normal) const {
    const std::string name = std::string(normal < 0 ? "lower_" : "upper_") + "xyz"[axis];
    const std::string& own = std::get<std::string>(values.at("boundary::" + name).items.front());
    return own == "as_all" ? std::get<std::string>(values.at("boundary::all").items.front()) : own;
  }
  /// Whether some face has the condition.
  bool has(const std::string& wanted) const {
    for (int axis = 0; axis < spec.dimension; ++axis)
      for (const long normal : {-1L, 1L})
        if (!spec.periodic[axis] && condition(axis, normal) == wanted) return true;
    return false;
  }
  /// Whether one of the faces with this normal, an edge or a corner, has the condition.
  bool has(const std::string& wanted, const Index& normal) const {
    for (int axis = 0; axis < spec.dimension; ++axis)
      if (normal[axis] != 0 && condition(axis, normal[axis]) == wanted) return true;
    return false;
  }
  std::string text() const {
    std::string result = fmt::format("{}-D, {} centred, ghosts {}, width {}, {} ranks as {}; cells", spec.dimension,
                                     spec.centering == Centering::vertex ? "vertex" : "cell", spec.ghosts,
                                     spec.boundary_width, ranks, extents_text(process_grid, spec.dimension));
    for (int axis = 0; axis < spec.dimension; ++axis)
      result += fmt::format(" {}{}", spec.cells[axis], spec.periodic[axis] ? " periodic" : "");
    for (const auto& [name, value] : values) result += fmt::format(", {}: {}", name, value.text());
    return result;
  }
};

class BoundaryCases {
public:
  explicit BoundaryCases(unsigned seed) : random_(seed) {}

  /// Returns a case whose grid exists. Perhaps its processes cannot share it.
  BoundaryCase next() {
    for (;;) {
      BoundaryCase drawn;
      drawn.spec = grid();
      try {
        (void)Domain(drawn.spec);
      } catch (const Error&) {
        continue;
      }
      drawn.ranks = static_cast<int>(draw(2, 8));
      if (draw(0, 1) == 1) choose_process_grid(drawn);
      choose_conditions(drawn);
      return drawn;
    }
  }

private:
  long draw(long first, long last) { return std::uniform_int_distribution<long>(first, last)(random_); }
  template <std::size_t n> std::string one_of(const char* const (&words)[n]) {
    return words[draw(0, static_cast<long>(n) - 1)];
  }

  DomainSpec grid() {
    constexpr long most_cells[] = {0, 24, 14, 8};
    DomainSpec spec;
    spec.dimension = static_cast<int>(draw(1, 3));
    spec.centering = draw(0, 1) == 0 ? Centering::vertex : Centering::cell;
    spec.ghosts = draw(1, 3);
    spec.boundary_width = draw(0, 2) == 0 ? draw(1, 3) : spec.ghosts;
    for (int axis = 0; axis < spec.dimension; ++axis) {
      spec.cells[axis] = draw(1, most_cells[spec.dimension]);
      spec.periodic[axis] = draw(0, 3) == 0;
    }
    return spec;
  }

  /// Gives the ranks to the axes at random, each prime factor to one of them.
  void choose_process_grid(BoundaryCase& drawn) {
    drawn.process_grid = {1, 1, 1};
    int rest = drawn.ranks;
    for (int factor = 2; rest > 1; ++factor)
      for (; rest % factor == 0; rest /= factor) drawn.process_grid[draw(0, drawn.spec.dimension - 1)] *= factor;
  }

  void choose_conditions(BoundaryCase& drawn) {
    constexpr const char* conditions[] = {"flat",    "scalar",    "extrapolate", "symmetric",
                                          "rotated", "radiation", "copy",        "none"};
    const auto set = [&](const std::string& name, const Scalar& value) {
      drawn.values["boundary::" + name] = {false, {value}};
    };
    set("all", one_of(conditions));
    set("order", static_cast<std::int64_t>(draw(0, 4)));
    for (const char* axis : {"x", "y", "z"}) {
      set(fmt::format("parity_{}", axis), one_of({"even", "odd"}));
      for (const char* face : {"lower", "upper"}) {
        set(fmt::format("{}_{}", face, axis), draw(0, 1) == 0 ? "as_all" : one_of(conditions));
        set(fmt::format("{}_{}_value", face, axis), static_cast<double>(draw(-4, 4)) / 3);
      }
    }
    drawn.values["driver::centering"] = {false,
                                         {std::string(drawn.spec.centering == Centering::cell ? "cell" : "vertex")}};
  }

  std::mt19937 random_;
};

} // namespace nopal::test
