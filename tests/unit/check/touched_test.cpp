// The regions in which reads from one layer of the outer boundary can lie.

#include "core/check/touched.hpp"

#include <gtest/gtest.h>

namespace nopal::test {
namespace touched_test {

TEST(Touched, FromOneLayerOfTheBoundary) {
  DomainSpec spec;
  spec.boundary_width = 3;
  TouchedRegions touched(spec, 4);
  const auto from_layer = [&](long layer, long offset) {
    return touched.at(Region::boundary, {-1, 0, 0}, {offset, 0, 0}, {layer, 0, 0}).regions;
  };
  EXPECT_EQ(from_layer(1, 1), Region::interior);
  EXPECT_EQ(from_layer(2, 1), Region::boundary);
  EXPECT_EQ(from_layer(3, 3), Region::interior);
  EXPECT_EQ(from_layer(0, 1), Region::owned) << "0: from all layers";
}

} // namespace touched_test
} // namespace nopal::test
