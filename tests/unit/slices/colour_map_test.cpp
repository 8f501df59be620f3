#include "io/slices/colour_map.hpp"

#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace nopal::slices;

namespace {

double distance(Colour a, Colour b) {
  const auto difference = [&](int shift) {
    return static_cast<double>(a >> shift & 0xff) - static_cast<double>(b >> shift & 0xff);
  };
  return std::hypot(difference(16), difference(8), difference(0));
}

} // namespace

TEST(SlicesColourMap, BeginsAndEndsAsItShould) {
  EXPECT_EQ(ColourMap("viridis")(0), 0x440154U);
  EXPECT_EQ(ColourMap("viridis")(255), 0xfde725U);
  EXPECT_EQ(ColourMap("magma")(0), 0x000004U);
  EXPECT_EQ(ColourMap("grey")(77), 0x4d4d4dU);
  EXPECT_EQ(ColourMap("coolwarm")(0), 0x3b4cc0U);
  EXPECT_EQ(ColourMap("coolwarm")(255), 0xb40426U);
  EXPECT_THROW(ColourMap("rainbow"), nopal::Error);
}

TEST(SlicesColourMap, ChangesLittleFromShadeToShade) {
  for (const char* name : {"viridis", "magma", "grey", "coolwarm"}) {
    const ColourMap map(name);
    for (Shade shade = 1; shade < n_shades; ++shade) {
      const auto before = static_cast<Shade>(shade - 1);
      EXPECT_LT(distance(map(before), map(shade)), 10) << name << ' ' << shade;
      if (shade > 1) { // neighbours may be the same in eight bits
        EXPECT_NE(map(static_cast<Shade>(shade - 2)), map(shade)) << name << ' ' << shade;
      }
    }
  }
}

TEST(SlicesColourMap, PointsWithoutAPlaceOnTheScaleLookLikeNoOther) {
  for (const char* name : {"viridis", "magma", "grey", "coolwarm"})
    for (Shade shade = 0; shade < n_shades; ++shade)
      for (const Shade special : {not_finite, not_positive})
        EXPECT_GT(distance(ColourMap(name)(shade), ColourMap(name)(special)), 80) << name << ' ' << shade;
}
