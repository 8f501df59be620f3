// Compares random walks of the Tracker with a model. The model gives every write a number and follows the numbers of
// every point at every place. A read must never get old data. A read must be an error if its data are nowhere, and only
// then. No data may be copied to a place where they are valid.

#include "tests/support/sample.hpp"

#include "core/accelerator/tracker.hpp"
#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace nopal::test {
namespace {

constexpr long garbage = -1;
constexpr long unknown = 0; ///< it is not defined which number the point should hold

/// The numbers of one slot at one place, or the expected numbers. Two processes have a few points in each region.
struct Points {
  // Process r owns interior {0, 1} and boundary {2}; its ghosts {3, 4} are points 1 and 2 of process 1-r.
  static constexpr int n = 5;
  long value[2][n] = {};
};

Region region_of(int point) { return point < 2 ? Region::interior : point == 2 ? Region::boundary : Region::ghosts; }

class Model {
public:
  Model(int timelevels, int n_places) : truth(timelevels), data(timelevels, std::vector<Points>(n_places)) {
    for (auto& places : data)
      for (Points& points : places) fill(points, Region::everywhere, garbage);
  }
  static void fill(Points& points, Region region, long number) {
    for (auto& process : points.value)
      for (int p = 0; p < Points::n; ++p)
        if (any(region & region_of(p))) process[p] = number;
  }
  bool holds(int timelevel, Region region, Place place) const {
    for (int r = 0; r < 2; ++r)
      for (int p = 0; p < Points::n; ++p) {
        const long should = truth[timelevel].value[r][p];
        if (any(region & region_of(p)) && (should == unknown || data[timelevel][place].value[r][p] != should))
          return false;
      }
    return true;
  }
  bool holds_somewhere(int timelevel, Region region) const {
    for (Place p = 0; p < static_cast<Place>(data[timelevel].size()); ++p)
      if (holds(timelevel, region, p)) return true;
    return false;
  }
  void write(int timelevel, Region region, Place place) {
    fill(data[timelevel][place], region, ++number);
    fill(truth[timelevel], region, number);
    fill(truth[timelevel], dependents(region) - region, unknown);
  }
  /// The boundary depends on the interior. The ghosts depend on both.
  static Region dependents(Region region) {
    Region result = Region::none;
    if (any(region & Region::interior)) result = Region::boundary | Region::ghosts;
    if (any(region & Region::boundary)) result |= Region::ghosts;
    return result;
  }
  /// Writes some points of the regions. What else `place` has of a region is for nobody if the region is not valid
  /// there.
  void write_points(const Clause& clause, Place place, const std::vector<CopyOrder>& copies) {
    const int timelevel = clause.slot.timelevel;
    Points& here = data[timelevel][place];
    Region stale = Region::none;
    for (const Region base : base_regions)
      if (any(base & clause.region) && !holds(timelevel, base, place)) stale |= base;
    ++number;
    for (int r = 0; r < 2; ++r)
      for (int p = 0; p < Points::n; ++p)
        if (any(clause.region & region_of(p)) && contains(*clause.points, {p, 0, 0}))
          here.value[r][p] = truth[timelevel].value[r][p] = number;
    for (const CopyOrder& order : copies) copy(order);
    fill(here, stale, garbage);
    fill(truth[timelevel], dependents(clause.region) - clause.region, unknown);
  }
  void copy(const CopyOrder& order) {
    Points& from = data[order.slot.timelevel][order.from];
    Points& to = data[order.slot.timelevel][order.to];
    for (int r = 0; r < 2; ++r)
      for (int p = 0; p < Points::n; ++p)
        if (order.kind == TransferKind::move ||
            (any(order.region & region_of(p)) && (!order.points || contains(*order.points, {p, 0, 0}))))
          to.value[r][p] = from.value[r][p];
    if (order.kind == TransferKind::move) fill(from, Region::everywhere, garbage);
  }
  void cycle() {
    std::rotate(truth.begin(), truth.end() - 1, truth.end());
    std::rotate(data.begin(), data.end() - 1, data.end());
    fill(truth[0], Region::everywhere, unknown);
  }
  /// Gives the ghosts a new number, so that the test sees which ghosts were not filled.
  void sync(const SyncOrder& order) {
    for (int r = 0; r < 2; ++r)
      for (int p = 1; p < 3; ++p) {
        const Place packed = p == 2 ? order.boundary_at : order.interior_at;
        ASSERT_EQ(data[0][packed].value[r][p], truth[0].value[r][p]) << "a strip holds stale data";
      }
    ++number;
    fill(truth[0], Region::ghosts, number);
    for (Place p = 0; p < static_cast<Place>(data[0].size()); ++p)
      if (order.unpacks_at(p)) fill(data[0][p], Region::ghosts, number);
  }
  void copy_from_past(const std::vector<PastOrder>& orders) {
    fill(truth[0], Region::everywhere, unknown);
    for (const PastOrder& order : orders) {
      ASSERT_TRUE(holds(1, order.region, order.place)) << "the past holds stale data";
      fill(truth[0], order.region, ++number);
      fill(data[0][order.place], order.region, number);
    }
  }

  std::vector<Points> truth; ///< by timelevel
  std::vector<std::vector<Points>> data;
  long number = 0;
};

struct Setting {
  int places;
  std::vector<bool> moves;
};

class RandomWalk : public testing::TestWithParam<Setting> {
protected:
  static constexpr int n_timelevels = 3;
  std::mt19937 random{20261121};
  Variables variables = sample_variables();
  std::vector<Routine> routines;
  Tracker tracker{variables, routines, GetParam().places, all_regions(variables), GetParam().moves};
  std::map<int, Model> models{{phi, Model(n_timelevels, GetParam().places)},
                              {psi, Model(n_timelevels, GetParam().places)}};
  std::vector<CopyOrder> copies;
  long reads = 0, errors = 0, moved = 0, sent = 0;
  bool failed = false; ///< the last read threw an Error

  int upto(int n) { return std::uniform_int_distribution<>(0, n - 1)(random); }
  std::vector<Clause> clauses() {
    std::vector<Clause> result(1 + upto(4));
    for (Clause& clause : result) clause = at(upto(2), static_cast<Region>(1 + upto(7)), upto(n_timelevels));
    return result;
  }
  bool moves(Place place) const { return place < static_cast<int>(GetParam().moves.size()) && GetParam().moves[place]; }

  /// Calls `read`, which gives these reads at `place` to the tracker, and checks the state.
  void check_reads(const std::vector<Clause>& clauses, Place place, const std::function<void()>& read) {
    check_required(clauses, read);
    if (failed) return;
    for (const Clause& clause : clauses)
      ASSERT_TRUE(models.at(clause.slot.variable).holds(clause.slot.timelevel, clause.region, place))
          << "a read sees stale data";
  }
  /// The same for clauses that must be valid somewhere.
  void check_required(const std::vector<Clause>& clauses, const std::function<void()>& read) {
    failed = false;
    try {
      read();
    } catch (const Error&) {
      failed = true;
    }
    bool readable = true;
    for (const Clause& clause : clauses)
      for (const Region base : base_regions)
        if (any(base & clause.region))
          readable &= models.at(clause.slot.variable).holds_somewhere(clause.slot.timelevel, base);
    ASSERT_EQ(failed, !readable);
    ++(failed ? errors : reads);
    if (!failed) apply_copies();
  }
  void apply_copies() {
    for (const CopyOrder& order : copies) {
      Model& model = models.at(order.slot.variable);
      ASSERT_EQ(order.kind == TransferKind::move, moves(order.from) || moves(order.to));
      for (const Region base : base_regions) {
        if (!any(order.region & base)) continue;
        ASSERT_TRUE(model.holds(order.slot.timelevel, base, order.from)) << "the source is stale";
        ASSERT_FALSE(model.holds(order.slot.timelevel, base, order.to)) << "copied to where it is already";
      }
      model.copy(order);
      moved += order.kind == TransferKind::move;
    }
  }

  void step() {
    const Place place = upto(GetParam().places);
    switch (upto(9)) {
    case 0:
    case 1:
    case 2: {
      const Routine r = routine("r", upto(4) == 0 ? std::vector<Clause>{} : clauses(), clauses());
      check_reads(r.reads, place, [&] { tracker.before(r, place, copies); });
      if (failed) return;
      tracker.after(r, place, copies);
      ASSERT_TRUE(copies.empty());
      apply_writes(r.writes, place);
      break;
    }
    case 7:
      write_points(place);
      break;
    case 3: {
      const auto required = clauses();
      copies.clear();
      check_reads(required, place, [&] { tracker.require(required, place, "reader", copies); });
      break;
    }
    case 4: {
      const auto written = clauses();
      copies.clear();
      tracker.prepare_write(written, place, copies);
      apply_copies();
      tracker.notify_data_modified(written, place);
      apply_writes(written, place);
      break;
    }
    case 5: {
      std::vector<SyncOrder> orders;
      const int v = upto(2);
      const Model& model = models.at(v);
      const bool ready = model.holds_somewhere(0, Region::interior) && model.holds_somewhere(0, Region::boundary);
      try {
        tracker.pre_sync({v}, "t", orders);
        ASSERT_TRUE(ready);
        models.at(v).sync(orders.at(0));
        tracker.post_sync(orders);
      } catch (const Error&) {
        ASSERT_FALSE(ready);
      }
      break;
    }
    case 6: {
      std::vector<PastOrder> orders;
      tracker.copy_from_past({phi}, orders);
      models.at(phi).copy_from_past(orders);
      break;
    }
    default:
      tracker.cycle({phi, psi, rho});
      for (auto& [v, model] : models) model.cycle();
    }
  }
  /// A routine that reads, and writes some points of one slot.
  void write_points(Place place) {
    Clause write = at(upto(2), static_cast<Region>(1 + upto(3)), upto(n_timelevels));
    write.access = Access::write;
    PointSet points;
    for (int p = 0; p < 3; ++p)
      if (upto(2) == 0) points.pieces.push_back({{p, 0, 0}, {1, 1, 1}, {1, 1, 1}});
    write.points = std::make_shared<const PointSet>(points);
    const Routine r = routine("p", upto(2) == 0 ? std::vector<Clause>{} : clauses(), {write});
    check_required(r.required(), [&] { tracker.before(r, place, copies); });
    if (failed) return;
    Model& model = models.at(write.slot.variable);
    for (const Clause& clause : r.reads)
      ASSERT_TRUE(models.at(clause.slot.variable).holds(clause.slot.timelevel, clause.region, place));
    tracker.after(r, place, copies);
    for (const CopyOrder& order : copies) {
      ASSERT_EQ(order.kind, TransferKind::points);
      ASSERT_EQ(order.from, place);
      ++sent;
    }
    model.write_points(write, place, copies);
  }
  /// Applies the writes to the model. Several clauses of one slot are one write.
  void apply_writes(const std::vector<Clause>& clauses, Place place) {
    std::map<Slot, Region> written;
    for (const Clause& clause : clauses) written[clause.slot] |= clause.region;
    for (const auto& [slot, region] : written) models.at(slot.variable).write(slot.timelevel, region, place);
  }
  /// Checks that Validity agrees with the model for each region and place.
  void compare() {
    for (auto& [v, model] : models)
      for (int timelevel = 0; timelevel < n_timelevels; ++timelevel)
        for (Place p = 0; p < GetParam().places; ++p)
          for (const Region base : base_regions) {
            const bool tracked = tracker.validity().valid({v, timelevel}, base, p);
            ASSERT_EQ(tracked, model.holds(timelevel, base, p)) << tracker.state_text({v, timelevel});
          }
  }
};

TEST_P(RandomWalk, AgreesWithNumbersOnEveryPoint) {
  for (int i = 0; i < 20000; ++i) {
    step();
    if (!HasFatalFailure()) compare();
    if (HasFatalFailure()) FAIL() << "at step " << i;
  }
  EXPECT_GT(reads, 1000);
  EXPECT_GT(errors, 100);
  if (!GetParam().moves.empty()) {
    EXPECT_GT(moved, 1000);
    EXPECT_EQ(sent, 0) << "a slot is at one place";
  } else if (GetParam().places > 1) {
    EXPECT_GT(sent, 200);
  }
}

INSTANTIATE_TEST_SUITE_P(Places, RandomWalk,
                         testing::Values(Setting{1, {}}, Setting{2, {}}, Setting{3, {}}, Setting{2, {false, true}}),
                         [](const auto& info) {
                           return std::to_string(info.param.places) + "_places" +
                                  (info.param.moves.empty() ? "" : "_that_move");
                         });

} // namespace
} // namespace nopal::test
