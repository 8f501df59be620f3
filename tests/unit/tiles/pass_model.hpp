#pragma once
// A model of a pass: the device holds stamps (epoch_model.hpp) in the windows of one block at a time. All other stamps
// are on the host.

#include "core/tiles/pass_blocks.hpp"
#include "tests/unit/tiles/epoch_model.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace nopal::test {

/// Returns the stamps of each array of the chain at the points of the grid, if its stages run one after the other.
std::vector<Stamps> stamps_after(const Case& of);

/// Returns the points of `stored` in some layers along an axis.
Box points_in(const Layers& layers, const Box& stored, int axis);

/// A pass of one process.
class PassModel {
public:
  PassModel(const Case& of, const Reference& reference, const ProcessPoints& points, const PassBlocks& blocks);
  /// Computes all blocks. Returns what is wrong first; empty: nothing. `after`: as stamps_after() returns it.
  std::string run(const std::vector<Stamps>& after);

private:
  void check(bool holds, const char* wrong) {
    if (!holds && wrong_.empty()) wrong_ = wrong;
  }
  Box points_in(const Layers& layers) const { return test::points_in(layers, points_.stored, of_.dimension - 1); }
  void copy(const std::map<int, Stamps>& from, std::map<int, Stamps>& to, const Layers& layers);
  void receive(const PassBlock& block);
  void compute(int s, const Index& point);
  void send(const PassBlock& block);
  void compare(const std::vector<Stamps>& after);
  /// Returns the stamps of the window that holds this point of an array; nullptr: none does.
  Stamps* window(int array, const Index& at);

  const Case& of_;
  const Reference& reference_;
  const ProcessPoints& points_;
  const PassBlocks& blocks_;
  std::map<int, Stamps> host_;              ///< by array
  std::map<int, Stamps> device_;            ///< by array: the windows of this block
  std::vector<Stamps> computed_;            ///< of each stage: missing at points that it has not computed yet
  std::set<std::pair<int, long>> in_, out_; ///< arrays and layers that came in and went out
  std::string wrong_;
};

} // namespace nopal::test
