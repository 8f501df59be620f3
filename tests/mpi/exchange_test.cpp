#include "core/spaces/exchange.hpp"
#include "driver/exchange/ghost_exchange.hpp"
#include "driver/exchange/message_type.hpp"

#include "world.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace nopal {
namespace {

using test::View;

std::vector<DomainSpec> domains() {
  std::vector<DomainSpec> result;
  for (const long ghosts : {1L, 3L})
    for (const Centering centering : {Centering::vertex, Centering::cell})
      for (const bool x : {false, true})
        for (const bool z : {false, true}) {
          const auto add = [&](int dimension, const Index& cells, const std::array<bool, 3>& periodic) {
            result.push_back({.dimension = dimension,
                              .cells = cells,
                              .periodic = periodic,
                              .centering = centering,
                              .ghosts = ghosts,
                              .boundary_width = ghosts});
          };
          add(3, {13, 11, 17}, {x, !x, z});
          add(3, {12, 13, 14}, {x, x, z});
          add(2, {15, 13, 1}, {x, z, false});
          add(1, {23, 1, 1}, {x, false, false});
          if (!x || !z) continue;
          add(1, {5, 1, 1}, {true, false, false}); // ghosts come from farther than the next rank
          add(2, {2, 4, 1}, {true, true, false});
        }
  return result;
}

/// Returns the value of a variable at a stored point. It is the value at the owner and follows from the global index.
double value_at(const Domain& domain, int variable, std::array<long, 3> point) {
  for (int axis = 0; axis < 3; ++axis) {
    const long n = domain.points().extent(axis);
    if (domain.periodic(axis)) point[axis] = (point[axis] % n + n) % n;
  }
  return variable + 10.0 * static_cast<double>(point[0]) + 1e4 * static_cast<double>(point[1]) +
         1e7 * static_cast<double>(point[2]);
}

/// The strips of all variables between this rank and its neighbours, packed on the host.
class HostPacker {
public:
  HostPacker(HostMemory& memory, const ExchangePlan& plan, int n_variables)
      : memory_(memory), plan_(plan), n_variables_(n_variables) {}

  const SyncBuffers& pack() {
    const auto bytes = [&](long points) { return static_cast<std::size_t>(points * n_variables_) * 8; };
    send_.resize(bytes(plan_.send_points()));
    receive_.resize(bytes(plan_.receive_points()));
    std::byte* send = send_.data();
    std::byte* receive = receive_.data();
    buffers_.messages.clear();
    for (const Neighbour& n : plan_.neighbours) {
      buffers_.messages.push_back({n.rank, send, receive, bytes(n.send_points), bytes(n.receive_points)});
      receive += bytes(n.receive_points);
      for (int v = 0; v < n_variables_; ++v)
        for (const GhostStrip& strip : n.send) {
          nopal::pack(memory_.data({v, 0}), memory_.layout(v), 8, strip.source, send);
          send += strip.ghosts.points() * 8;
        }
    }
    return buffers_;
  }

  void unpack() {
    const std::byte* receive = receive_.data();
    for (const Neighbour& n : plan_.neighbours)
      for (int v = 0; v < n_variables_; ++v)
        for (const GhostStrip& strip : n.receive) {
          nopal::unpack(memory_.data({v, 0}), memory_.layout(v), 8, strip.ghosts, receive);
          receive += strip.ghosts.points() * 8;
        }
    for (int v = 0; v < n_variables_; ++v)
      for (const GhostStrip& strip : plan_.local)
        copy({memory_.data({v, 0}), memory_.layout(v)}, strip.source, {memory_.data({v, 0}), memory_.layout(v)},
             strip.ghosts, 8);
  }

private:
  HostMemory& memory_;
  const ExchangePlan& plan_;
  int n_variables_;
  std::vector<std::byte> send_, receive_;
  SyncBuffers buffers_;
};

void fill_owned(HostMemory& memory, const Decomposition& d, int n_variables) {
  const int rank = test::world_rank();
  for (int v = 0; v < n_variables; ++v) {
    const View<double> field(memory, {v, 0});
    test::for_each_point(d.stored(rank), [&](long i, long j, long k) {
      const bool owned = d.owned(rank).contains(Index{i, j, k});
      field(i, j, k) = owned ? value_at(d.domain(), v, {i, j, k}) : std::numeric_limits<double>::quiet_NaN();
    });
  }
}

void check_stored(HostMemory& memory, const Decomposition& d, int n_variables) {
  for (int v = 0; v < n_variables; ++v) {
    const View<double> field(memory, {v, 0});
    test::for_each_point(d.stored(test::world_rank()), [&](long i, long j, long k) {
      EXPECT_EQ(field(i, j, k), value_at(d.domain(), v, {i, j, k})) << v << " at " << i << ", " << j << ", " << k;
    });
  }
}

/// This rank's part of a domain, with some variables and their strips.
struct Scene {
  Scene(const DomainSpec& spec, int n_variables, Index process_grid = {0, 0, 0})
      : n_variables(n_variables), variables(test::some_variables(n_variables)),
        d(Domain(spec), test::world_size(), process_grid), storage(variables, {variables, d, test::world_rank()}),
        plan(exchange_plan(d, test::world_rank())), packer(storage, plan, n_variables) {}

  /// Fills the ghosts by one exchange and checks all stored points.
  void run(GhostExchange& exchange) {
    fill_owned(storage, d, n_variables);
    exchange.exchange(packer.pack());
    packer.unpack();
    check_stored(storage, d, n_variables);
  }

  int n_variables;
  Variables variables;
  Decomposition d;
  Storage storage;
  ExchangePlan plan;
  HostPacker packer;
};

TEST(GhostExchange, BringsEachGhostItsOwnersValueInOneMessageANeighbour) {
  constexpr int n_variables = 3;
  GhostExchange exchange(MPI_COMM_WORLD);
  for (const DomainSpec& spec : domains()) {
    Scene scene(spec, n_variables);
    SCOPED_TRACE(scene.d.domain().points().text() + ", ghosts " + std::to_string(spec.ghosts));
    for (int repeat = 0; repeat < 2; ++repeat) {
      const std::int64_t messages = exchange.messages(), bytes = exchange.bytes();
      scene.run(exchange);
      EXPECT_EQ(exchange.messages() - messages, static_cast<std::int64_t>(scene.plan.neighbours.size()));
      EXPECT_EQ(exchange.bytes() - bytes, scene.plan.send_points() * n_variables * 8);
    }
  }
}

TEST(GhostExchange, EveryProcessGridGivesTheSame) {
  GhostExchange exchange(MPI_COMM_WORLD);
  const long size = test::world_size();
  for (long pi = 1; pi <= size; ++pi)
    for (long pj = 1; pi * pj <= size; ++pj) {
      if (size % (pi * pj) != 0) continue;
      const DomainSpec spec{.cells = {13, 14, 15}, .periodic = {true, false, true}, .ghosts = 3, .boundary_width = 3};
      Scene(spec, 1, {pi, pj, size / pi / pj}).run(exchange);
    }
}

TEST(GhostExchange, LetsMessagesTravelUntilItFinishes) {
  GhostExchange exchange(MPI_COMM_WORLD);
  for (const DomainSpec& spec : domains()) {
    Scene scene(spec, 2);
    for (const bool finishes : {true, false, true}) { // after giving up, the next exchange is as ever
      fill_owned(scene.storage, scene.d, scene.n_variables);
      exchange.post(scene.packer.pack(), "the test");
      EXPECT_EQ(exchange.under_way(), !scene.plan.neighbours.empty());
      fill_owned(scene.storage, scene.d, scene.n_variables); // the data may change, since they are packed
      finishes ? exchange.finish() : exchange.give_up();
      EXPECT_FALSE(exchange.under_way());
      scene.packer.unpack();
      check_stored(scene.storage, scene.d, scene.n_variables);
    }
    exchange.finish(); // nothing is under way
    exchange.give_up();
  }
}

/// Checks that each message is posted once and then done once.
class Account final : public RunObserver {
public:
  void messages_posted(std::span<const PendingMessage> messages) override {
    for (const PendingMessage& message : messages) {
      EXPECT_GT(message.bytes, 0u);
      EXPECT_NE(message.rank, test::world_rank());
      (message.arrives ? arriving : leaving) += 1;
    }
    done_.assign(messages.size(), 0);
    ++exchanges;
  }
  void message_done(std::size_t message) override {
    EXPECT_EQ(done_.at(message)++, 0);
    ++finished;
  }
  long arriving = 0, leaving = 0, finished = 0, exchanges = 0;

private:
  std::vector<int> done_;
};

TEST(GhostExchange, TellsHowMessagesGetOn) {
  Account account;
  GhostExchange exchange(MPI_COMM_WORLD, {&account});
  long expected = 0, rounds = 0;
  for (const DomainSpec& spec : domains()) {
    Scene scene(spec, 1);
    scene.run(exchange);
    expected += static_cast<long>(scene.plan.neighbours.size());
    if (!scene.plan.neighbours.empty()) ++rounds;
  }
  EXPECT_EQ(account.exchanges, rounds);
  EXPECT_EQ(account.arriving, expected);
  EXPECT_EQ(account.leaving, expected);
  EXPECT_EQ(account.finished, 2 * expected);
}

TEST(GhostExchange, ServesTheAccelerator) {
  constexpr int n_variables = 2;
  const std::vector<Routine> routines;
  GhostExchange exchange(MPI_COMM_WORLD);
  for (const DomainSpec& spec : domains()) {
    Scene scene(spec, n_variables);
    const Spaces spaces(scene.variables, scene.d, test::world_rank());
    Accelerator accelerator({.variables = &scene.variables, .routines = &routines, .spaces = &spaces}, scene.storage,
                            nullptr, {});
    accelerator.init();
    fill_owned(scene.storage, scene.d, n_variables);
    accelerator.notify_data_modified({{{0, 0}, Region::owned, {}}, {{1, 0}, Region::owned, {}}}, host_place);
    exchange.synchronise(accelerator, {0, 1}, "the test");
    check_stored(scene.storage, scene.d, n_variables);
  }
}

TEST(MessageType, CoversMessagesLongerThanACount) {
  const int rank = test::world_rank(), size = test::world_size();
  for (const std::size_t bytes : {1u, 64u, 65u, 128u, 1000u, 4095u}) {
    std::vector<unsigned char> sent(bytes), received(bytes + 1, 255);
    std::iota(sent.begin(), sent.end(), static_cast<unsigned char>(rank));
    const MessageType type(bytes, 64);
    MPI_Sendrecv(sent.data(), type.count(), type.type(), (rank + 1) % size, 0, received.data(), type.count(),
                 type.type(), (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::iota(sent.begin(), sent.end(), static_cast<unsigned char>((rank + size - 1) % size));
    EXPECT_EQ(received.back(), 255);
    received.pop_back();
    EXPECT_EQ(received, sent);
  }
}

TEST(MessageType, MeasuresItsBytes) {
  for (const std::size_t bytes : {0ul, 7ul, (1ul << 31) - 1, 1ul << 31, (5ul << 32) + 3}) {
    const MessageType type(bytes);
    MPI_Count size = 0;
    MPI_Type_size_x(type.type(), &size);
    EXPECT_EQ(static_cast<std::size_t>(size) * static_cast<std::size_t>(type.count()), bytes);
  }
}

} // namespace
} // namespace nopal
