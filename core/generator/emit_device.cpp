#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

namespace nopal::emit {

std::string find_box(std::string_view address_space) {
  return fmt::format(R"(  long nopal_b = 0;
  for (long nopal_end = nopal_c.n_boxes; nopal_end - nopal_b > 1;) {{
    const long nopal_middle = (nopal_b + nopal_end) / 2;
    if (nopal_boxes[nopal_middle].first <= nopal_item)
      nopal_b = nopal_middle;
    else
      nopal_end = nopal_middle;
  }}
  const {}struct nopal_launch_box* nopal_box = nopal_boxes + nopal_b;
)",
                     address_space);
}

std::string launch_locals() {
  return R"(  const double dx = nopal_c.spacing[0], dy = nopal_c.spacing[1], dz = nopal_c.spacing[2];
  const double dt = nopal_c.dt, time = nopal_c.time;
  const long iteration = nopal_c.iteration, dimension = nopal_c.dimension;
  const long ni = nopal_box->normal[0], nj = nopal_box->normal[1], nk = nopal_box->normal[2];
  const double nopal_lower = nopal_c.lower[0], nopal_centre = nopal_c.centre[0];
  const long nopal_image = nopal_box->image[0];
)";
}

std::string coordinates_y_z(bool blocks) {
  // A block can have threads outside of the only plane.
  const auto where_it_exists = [&](int axes) {
    return blocks ? fmt::format("dimension < {} ? 0.0 : ", axes) : std::string();
  };
  return fmt::format(
      R"(  const double y = {}nopal_c.lower[1] + ((double)(j + nopal_box->image[1]) + nopal_c.centre[1]) * dy;
  const double z = {}nopal_c.lower[2] + ((double)(k + nopal_box->image[2]) + nopal_c.centre[2]) * dz;
)",
      where_it_exists(2), where_it_exists(3));
}

std::string coordinate_x() {
  return "const double x = nopal_lower + ((double)(i + nopal_image) + nopal_centre) * dx;\n";
}

std::string point_of_thread() {
  return R"(  const unsigned nopal_tile = (unsigned)(nopal_item - nopal_box->first);
  const unsigned nopal_n1 = (unsigned)nopal_box->n_1, nopal_n2 = (unsigned)nopal_box->n_2;
  const unsigned nopal_s1 = (unsigned)nopal_box->shift_1, nopal_s2 = (unsigned)nopal_box->shift_2;
  const unsigned nopal_rest = nopal_tile / nopal_n1;
  const unsigned nopal_t1 = nopal_tile % nopal_n1, nopal_t2 = nopal_rest % nopal_n2, nopal_t3 = nopal_rest / nopal_n2;
  const unsigned nopal_s12 = nopal_s1 + nopal_s2;
  const long i = nopal_box->lower[0] + (long)((nopal_t1 << nopal_s1) + (nopal_thread & ((1u << nopal_s1) - 1u)));
  const long j =
      nopal_box->lower[1] + (long)((nopal_t2 << nopal_s2) + ((nopal_thread >> nopal_s1) & ((1u << nopal_s2) - 1u)));
  const long k = nopal_box->lower[2] + (long)(nopal_t3 * (nopal_threads >> nopal_s12) + (nopal_thread >> nopal_s12));
  if (i >= nopal_box->upper[0] || j >= nopal_box->upper[1] || k >= nopal_box->upper[2]) return;
)";
}

} // namespace nopal::emit
