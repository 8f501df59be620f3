#include "core/generator/emit_device.hpp"

#include "core/kernels/device_launch.hpp"

#include <fmt/format.h>

namespace nopal::emit {

std::string constants_struct() {
  return R"(struct nopal_constants {
  double lower[3];
  double centre[3];
  double spacing[3];
  double time;
  double dt;
  long iteration;
  long dimension;
  long origin;
  long stride[3];
  long n_boxes;
  long n_items;
};

)";
}

std::string array_struct() { return "struct nopal_array {\n  long origin;\n  long stride[3];\n};\n\n"; }

std::string find_box(std::string_view address_space) {
  return fmt::format(R"(  long nopal_b = 0;
  for (long nopal_end = nopal_c.n_boxes; nopal_end - nopal_b > 1;) {{
    const long nopal_middle = (nopal_b + nopal_end) / 2;
    if (nopal_boxes[nopal_middle * {0} + {1}] <= nopal_item)
      nopal_b = nopal_middle;
    else
      nopal_end = nopal_middle;
  }}
  const {2}long* nopal_box = nopal_boxes + nopal_b * {0};
)",
                     box_word::count, box_word::first, address_space);
}

std::string launch_locals() {
  return fmt::format(R"(  const double dx = nopal_c.spacing[0], dy = nopal_c.spacing[1], dz = nopal_c.spacing[2];
  const double dt = nopal_c.dt, time = nopal_c.time;
  const long iteration = nopal_c.iteration, dimension = nopal_c.dimension;
  const long ni = nopal_box[{}], nj = nopal_box[{}], nk = nopal_box[{}];
  const long nopal_sj = nopal_c.stride[1], nopal_sk = nopal_c.stride[2];
  const double nopal_lower = nopal_c.lower[0], nopal_centre = nopal_c.centre[0];
  const long nopal_image = nopal_box[{}];
)",
                     box_word::normal, box_word::normal + 1, box_word::normal + 2, box_word::image);
}

std::string coordinates_y_z(bool blocks) {
  // Beside the plane there is, blocks have threads.
  const auto where_it_exists = [&](int axes) {
    return blocks ? fmt::format("dimension < {} ? 0.0 : ", axes) : std::string();
  };
  return fmt::format(R"(  const double y = {}nopal_c.lower[1] + ((double)(j + nopal_box[{}]) + nopal_c.centre[1]) * dy;
  const double z = {}nopal_c.lower[2] + ((double)(k + nopal_box[{}]) + nopal_c.centre[2]) * dz;
)",
                     where_it_exists(2), box_word::image + 1, where_it_exists(3), box_word::image + 2);
}

std::string coordinate_x() {
  return "const double x = nopal_lower + ((double)(i + nopal_image) + nopal_centre) * dx;\n";
}

std::string point_of_thread() {
  return fmt::format(R"(  const unsigned nopal_tile = (unsigned)(nopal_item - nopal_box[{}]);
  const unsigned nopal_n1 = (unsigned)nopal_box[{}], nopal_n2 = (unsigned)nopal_box[{}];
  const unsigned nopal_s1 = (unsigned)nopal_box[{}], nopal_s2 = (unsigned)nopal_box[{}];
  const unsigned nopal_rest = nopal_tile / nopal_n1;
  const unsigned nopal_t1 = nopal_tile % nopal_n1, nopal_t2 = nopal_rest % nopal_n2, nopal_t3 = nopal_rest / nopal_n2;
  const unsigned nopal_s12 = nopal_s1 + nopal_s2;
  const long i = nopal_box[0] + (long)((nopal_t1 << nopal_s1) + (nopal_thread & ((1u << nopal_s1) - 1u)));
  const long j =
      nopal_box[1] + (long)((nopal_t2 << nopal_s2) + ((nopal_thread >> nopal_s1) & ((1u << nopal_s2) - 1u)));
  const long k = nopal_box[2] + (long)(nopal_t3 * (nopal_threads >> nopal_s12) + (nopal_thread >> nopal_s12));
  if (i >= nopal_box[3] || j >= nopal_box[4] || k >= nopal_box[5]) return;
)",
                     box_word::first, box_word::n_1, box_word::n_2, box_word::shift_1, box_word::shift_2);
}

} // namespace nopal::emit
