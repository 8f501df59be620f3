// Draws the pictures of an iteration.

#include "draw_cells.hpp"
#include "extremes.hpp"
#include "gather.hpp"
#include "numbers.hpp"
#include "picture.hpp"
#include "series.hpp"
#include "settings.hpp"

#include <algorithm>
#include <string>

namespace nopal::slices {

namespace {

std::vector<Slot> slots(Call& call) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads()) {
    if (std::find(slots.begin(), slots.end(), clause.slot) != slots.end()) continue;
    const std::string why_not = refusal(call, clause.slot.variable);
    if (why_not.empty())
      slots.push_back(clause.slot);
    else
      call.warn_once(why_not + "; it is left out");
  }
  return slots;
}

/// Returns the range of an axis. The edges of the plane lie half a spacing beyond its outermost points.
AxisRange axis_range(const Domain& domain, const Plane& plane, int axis) {
  const double half = 0.5 * domain.spacing(axis);
  return {std::string(1, "xyz"[axis]), domain.coordinate(axis, plane.box.lower[axis]) - half,
          domain.coordinate(axis, plane.box.upper[axis] - 1) + half};
}

std::string title(const Call& call, Slot slot, const Plane& plane) {
  const Domain& domain = call.domain();
  std::string title = call.services().variables().full_name(slot.variable);
  if (domain.exists(plane.normal))
    title += std::string(", ") + "xyz"[plane.normal] + " = " +
             text(domain.coordinate(plane.normal, plane.box.lower[plane.normal]));
  return title;
}

void draw_plane(Call& call, Slot slot, const Plane& plane, const Settings& settings) {
  const Variables& variables = call.services().variables();
  const Domain& domain = call.domain();
  const PageLayout page =
      lay_out(settings.width, settings.height, static_cast<double>(plane.n_right()) * domain.spacing(plane.right),
              static_cast<double>(plane.n_up()) * domain.spacing(plane.up), settings.equal_aspect);
  const Sampling right(plane.n_right(), page.plot.width);
  const Sampling up(plane.n_up(), page.plot.height);
  const Extremes extremes = extremes_of(call, slot, plane);
  const Scale scale(settings.scale, settings.range, extremes);
  const std::vector<Shade> shades = gather(call, slot, plane, right, up, scale);

  const Group& group = variables.group_of(slot.variable);
  const std::string& name = variables.variable(slot.variable).name;
  add_to_series(call, group.thorn + '-' + name + '.' + plane.name(),
                {.width = settings.width,
                 .height = settings.height,
                 .page = page,
                 .title = title(call, slot, plane),
                 .subtitle = subtitle(call, slot),
                 .variable = name,
                 .unit = group.unit,
                 .right = axis_range(domain, plane, plane.right),
                 .up = axis_range(domain, plane, plane.up),
                 .sampling_right = right,
                 .sampling_up = up,
                 .shades = shades,
                 .colour_map = settings.colour_map,
                 .scale = scale,
                 .extremes = extremes,
                 .fixed_range = settings.range.has_value()});
}

} // namespace

} // namespace nopal::slices

NOPAL_FUNCTION(draw) {
  using namespace nopal;
  using namespace nopal::slices;
  const Settings settings = settings_of(call);
  for (const Slot slot : slots(call)) {
    if (call.services().variables().group_of(slot.variable).kind == GroupKind::dat) {
      draw_cells(call, slot, settings);
      continue;
    }
    const Index point = nearest_point(call.domain(), settings.point);
    for (const int normal : settings.normals)
      draw_plane(call, slot, plane_through(call.domain(), point, normal), settings);
  }
}
