// Whatever the grid and the ranks that share it: after an exchange each ghost of a periodic axis has the value of the
// point that its index means modulo the points of the axis, also if ghost zones are wider than the axis or than what a
// rank owns. NOPAL_LONG_TESTS=1 tries 20,000 cases, or NOPAL_CASES of them.

#include "core/spaces/exchange.hpp"
#include "tests/support/cases.hpp"
#include "tests/unit/grid/random_decompositions.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <map>

namespace nopal::test {
namespace {

class Draws {
public:
  /// Returns a decomposition. Most axes are periodic and have few points.
  Decomposition next() {
    for (;;) {
      DomainSpec spec;
      spec.dimension = static_cast<int>(draw(1, 3));
      spec.centering = draw(0, 1) == 0 ? Centering::vertex : Centering::cell;
      spec.ghosts = draw(0, spec.dimension == 3 ? 4 : 11);
      spec.boundary_width = draw(0, 2);
      Index grid{1, 1, 1};
      bool all_periodic = true;
      for (int axis = 0; axis < spec.dimension; ++axis) {
        spec.cells[axis] = draw(1, draw(0, 3) == 0 ? 12 : 4);
        spec.periodic[axis] = draw(0, 4) > 0;
        all_periodic = all_periodic && spec.periodic[axis];
        grid[axis] = draw(1, std::min(spec.cells[axis], spec.dimension == 1 ? 7L : 3L));
      }
      try {
        return {Domain(spec), static_cast<int>(grid[0] * grid[1] * grid[2]), grid};
      } catch (const Error& error) {
        EXPECT_FALSE(all_periodic) << "each rank gets a point: " << error.what();
      }
    }
  }

private:
  long draw(long first, long last) { return std::uniform_int_distribution<long>(first, last)(random_); }
  std::mt19937 random_{33};
};

/// The value at a point, by the plain rule for its index.
double value_at(const Domain& domain, const Index& point) {
  const Index p = wrapped(domain, point);
  return 1 + static_cast<double>(p[0]) + 1e3 * static_cast<double>(p[1]) + 1e6 * static_cast<double>(p[2]);
}

/// What one rank stores. Ghosts are NaN at first.
class Field {
public:
  Field(const Decomposition& d, int rank) : stored_(d.stored(rank)) {
    values_.assign(static_cast<std::size_t>(stored_.points()), std::numeric_limits<double>::quiet_NaN());
    for_each_point(d.owned(rank), [&](Index p) { (*this)(p) = value_at(d.domain(), p); });
  }
  double& operator()(const Index& p) {
    EXPECT_TRUE(stored_.contains(p));
    const long i = p[0] - stored_.lower[0], j = p[1] - stored_.lower[1], k = p[2] - stored_.lower[2];
    return values_[static_cast<std::size_t>(i + stored_.extent(0) * (j + stored_.extent(1) * k))];
  }
  /// Checks all points, and returns whether they are right.
  bool is_right(const Domain& domain) {
    bool right = true;
    for_each_point(stored_, [&](Index p) { right = right && (*this)(p) == value_at(domain, p); });
    return right;
  }

private:
  Box stored_;
  std::vector<double> values_;
};

/// Messages on their way, by sender and receiver.
using Messages = std::map<std::pair<int, int>, std::deque<double>>;

void send(const ExchangePlan& plan, int rank, Field& field, Messages& messages) {
  for (const Neighbour& neighbour : plan.neighbours)
    for (const GhostStrip& strip : neighbour.send)
      for_each_point(strip.source.box(), [&](Index p) { messages[{rank, neighbour.rank}].push_back(field(p)); });
}

void receive(const ExchangePlan& plan, int rank, Field& field, Messages& messages) {
  for (const Neighbour& neighbour : plan.neighbours)
    for (const GhostStrip& strip : neighbour.receive)
      for_each_point(strip.ghosts.box(), [&](Index p) {
        std::deque<double>& message = messages[{neighbour.rank, rank}];
        ASSERT_FALSE(message.empty());
        field(p) = message.front();
        message.pop_front();
      });
  for (const GhostStrip& strip : plan.local)
    for_each_point(strip.ghosts.box(), [&](Index p) {
      const Index shift = strip.shift();
      field(p) = field({p[0] + shift[0], p[1] + shift[1], p[2] + shift[2]});
    });
}

bool exchange_is_right(const Decomposition& d) {
  std::vector<Field> fields;
  std::vector<ExchangePlan> plans;
  Messages messages;
  for (int rank = 0; rank < d.size(); ++rank) {
    fields.emplace_back(d, rank);
    plans.push_back(exchange_plan(d, rank));
    send(plans.back(), rank, fields.back(), messages);
  }
  bool right = true;
  for (int rank = 0; rank < d.size(); ++rank) {
    Field& field = fields[static_cast<std::size_t>(rank)];
    receive(plans[static_cast<std::size_t>(rank)], rank, field, messages);
    right = right && field.is_right(d.domain());
  }
  for (const auto& [ranks, message] : messages) right = right && message.empty();
  return right;
}

TEST(PeriodicImages, AreTheIndexModuloThePoints) {
  const int count = number_of_cases(400, 20000);
  Draws draws;
  int beyond = 0, around = 0, own = 0;
  for (int n = 0; n < count; ++n) {
    const Decomposition d = draws.next();
    ASSERT_TRUE(exchange_is_right(d)) << describe(d);
    beyond += d.reaches_beyond_neighbours() ? 1 : 0;
    bool wider = false, shared = false;
    for (int axis = 0; axis < d.domain().dimension(); ++axis)
      if (d.domain().periodic(axis) && d.domain().spec().ghosts > d.domain().points().extent(axis)) {
        wider = true;
        shared = shared || d.process_grid()[axis] > 1;
      }
    around += wider ? 1 : 0;
    own += shared ? 1 : 0;
  }
  EXPECT_GT(beyond, count / 3) << "ghosts from farther than the next rank";
  EXPECT_GT(around, count / 4) << "ghosts that go around the axis";
  EXPECT_GT(own, count / 8) << "also where several ranks share the axis";
}

} // namespace
} // namespace nopal::test
