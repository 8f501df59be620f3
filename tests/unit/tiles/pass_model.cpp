#include "tests/unit/tiles/pass_model.hpp"

namespace nopal::test {

std::vector<Stamps> stamps_after(const Case& of) {
  std::vector<Stamps> all(of.chain.variables.size(), Stamps(of.grid));
  for (std::size_t a = 0; a < all.size(); ++a) all[a].set(of.grid, before - static_cast<int>(a));
  for (std::size_t s = 0; s < of.chain.stages.size(); ++s)
    for (const Box& box : of.epoch.calls[s % of.epoch.calls.size()].boxes)
      for (const int array : of.chain.stages[s].writes)
        all[static_cast<std::size_t>(array)].set(intersection(box, of.grid), static_cast<int>(s));
  return all;
}

Box points_in(const Layers& layers, const Box& stored, int axis) {
  Box box = stored;
  box.lower[axis] = layers.lower;
  box.upper[axis] = layers.upper;
  return box;
}

PassModel::PassModel(const Case& of, const Reference& reference, const ProcessPoints& points, const PassBlocks& blocks)
    : of_(of), reference_(reference), points_(points), blocks_(blocks),
      computed_(of.chain.stages.size(), Stamps(points.stored)) {
  const std::vector<Stamps> stamps = stamps_before(points);
  for (std::size_t a = 0; a < stamps.size(); ++a)
    if (!of.chain.variables[a].temporary) host_.emplace(static_cast<int>(a), stamps[a]);
}

std::string PassModel::run(const std::vector<Stamps>& after) {
  for (std::size_t number = 0; number < blocks_.blocks().size() && wrong_.empty(); ++number) {
    receive(blocks_.blocks()[number]);
    for (int s = 0; s < static_cast<int>(of_.chain.stages.size()); ++s)
      for (const Box& box : points_.boxes[static_cast<std::size_t>(s)])
        each_point(intersection(box, blocks_.reach(number, s)), [&](const Index& point) { compute(s, point); });
    send(blocks_.blocks()[number]);
  }
  compare(after);
  return wrong_;
}

void PassModel::copy(const std::map<int, Stamps>& from, std::map<int, Stamps>& to, const Layers& layers) {
  const Box box = points_in(layers);
  const auto source = from.find(layers.array);
  const auto target = to.find(layers.array);
  const bool held = source != from.end() && target != to.end() && source->second.box().contains(box) &&
                    target->second.box().contains(box);
  check(held, "layers are copied that one side does not hold");
  if (held) each_point(box, [&](const Index& at) { target->second.set(at, source->second.at(at)); });
}

// What is neither kept nor comes in is missing.
void PassModel::receive(const PassBlock& block) {
  const std::map<int, Stamps> old = std::exchange(device_, {});
  for (const Layers& window : block.windows)
    check(device_.emplace(window.array, Stamps(points_in(window))).second, "an array has two windows");
  for (const Layers& layers : block.kept) copy(old, device_, layers);
  for (const Layers& layers : block.in) {
    for (long layer = layers.lower; layer < layers.upper; ++layer) {
      check(in_.insert({layers.array, layer}).second, "a layer comes in twice");
      check(!out_.contains({layers.array, layer}), "a layer comes in after it went out");
    }
    copy(host_, device_, layers);
  }
}

void PassModel::send(const PassBlock& block) {
  for (const Layers& layers : block.out) {
    for (long layer = layers.lower; layer < layers.upper; ++layer)
      check(out_.insert({layers.array, layer}).second, "a layer goes out twice");
    copy(device_, host_, layers);
    each_point(intersection(points_in(layers), points_.part.owned), [&](const Index& at) {
      check(host_.at(layers.array).at(at) != missing, "a point goes out that holds no values");
    });
  }
}

Stamps* PassModel::window(int array, const Index& at) {
  check(blocks_.arrays()[static_cast<std::size_t>(array)].touched.contains(at), "a point lies beside those touched");
  const auto found = device_.find(array);
  const bool holds = found != device_.end() && found->second.box().contains(at);
  check(holds, "a point is not in its window");
  return holds ? &found->second : nullptr;
}

void PassModel::compute(int s, const Index& point) {
  const bool is_in_grid = reference_.each_read(s, point, [&](int array, const Index& at, int right) {
    if (const Stamps* stamps = window(array, at))
      check(right == anything || stamps->at(at) == right, "a read finds another version");
  });
  check(is_in_grid, "a point beside the grid is computed");
  Stamps& computed = computed_[static_cast<std::size_t>(s)];
  check(computed.at(point) == missing, "a point is computed twice");
  computed.set(point, s);
  for (const int array : of_.chain.stages[static_cast<std::size_t>(s)].writes)
    if (Stamps* stamps = window(array, point)) stamps->set(point, s);
}

void PassModel::compare(const std::vector<Stamps>& after) {
  for (std::size_t s = 0; s < computed_.size(); ++s)
    for (const Box& box : points_.boxes[s]) check(!computed_[s].any_missing(box), "points are left out");
  for (const auto& host : host_)
    each_point(points_.part.owned, [&](const Index& at) {
      check(host.second.at(at) == after[static_cast<std::size_t>(host.first)].at(at), "the host has other values");
    });
}

} // namespace nopal::test
