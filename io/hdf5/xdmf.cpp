#include "xdmf.hpp"

#include "records.hpp"
#include "xdmf_items.hpp"
#include "xdmf_mesh.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

namespace nopal::hdf5 {

namespace {

constexpr std::int64_t largest_index = std::int64_t{1} << 30; ///< bytes

std::string number_text(double value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 17).ptr};
}

/// Returns three values, z first. A grid with fewer axes becomes a 3-D grid with one point along each missing axis,
/// because every reader accepts that.
template <class Function> std::string zyx(Function&& function) {
  return function(2) + ' ' + function(1) + ' ' + function(0);
}

/// Returns one attribute for each dataset of a grid function.
std::string attributes(const Options& options, const Call& call, Slot slot, const std::string& dimensions) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const std::string name = record_name(variables, slot.variable);
  const std::string dataset =
      options.names.data(call.iteration()) + ":/data/" + std::to_string(call.iteration()) + "/meshes/" + name;
  const auto item = [&](const std::string& path) {
    return xdmf_item({group.type, is_single(options, group), dimensions, path});
  };
  if (group.type != Type::complex) return xdmf_attribute(name, "Scalar", "Node", item(dataset));
  std::string text;
  for (const std::string& component : component_names(group.type))
    text += xdmf_attribute(std::string(name).append("_").append(component), "Scalar", "Node",
                           item(std::string(dataset).append("/").append(component)));
  return text;
}

std::string time_line(const Call& call) { return "        <Time Value=\"" + number_text(call.time()) + "\"/>\n"; }

bool is_field(const Call& call, Slot slot) {
  return call.services().variables().group_of(slot.variable).kind == GroupKind::gf;
}

/// Returns the grid of the run with its grid functions, as the elements of an XDMF grid.
std::string fields(const Options& options, const Call& call, const Content& content) {
  const Domain& domain = call.domain();
  const Selection& selection = options.selection;
  const std::string dimensions = zyx([&](int axis) { return std::to_string(selection.count[axis]); });
  const std::string origin = zyx([&](int axis) { return number_text(domain.coordinate(axis, selection.first[axis])); });
  const std::string spacing =
      zyx([&](int axis) { return number_text(static_cast<double>(selection.stride[axis]) * domain.spacing(axis)); });
  std::string text = "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + dimensions + "\"/>\n" +
                     "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n" +
                     "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">" +
                     origin + "</DataItem>\n" +
                     "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">" +
                     spacing + "</DataItem>\n" + "        </Geometry>\n";
  for (const Slot slot : content.slots)
    if (is_field(call, slot)) text += attributes(options, call, slot, dimensions);
  return text;
}

std::string uniform(const std::string& name, const std::string& elements) {
  return "      <Grid Name=\"" + name + "\" GridType=\"Uniform\">\n" + elements + "      </Grid>\n";
}

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result, line;
  while (std::getline(lines, line)) result += "  " + line + '\n';
  return result;
}

} // namespace

std::string xdmf_grid(const Options& options, const Call& call, const Content& content) {
  std::vector<std::pair<std::string, std::string>> parts; // names and elements
  for (const ShownMesh& mesh : content.meshes)
    if (is_shown(call, content, mesh)) parts.emplace_back(mesh.map.name, xdmf_mesh(options, call, content, mesh));
  const bool has_fields = std::ranges::any_of(content.slots, [&](Slot slot) { return is_field(call, slot); });
  if (has_fields) parts.emplace(parts.begin(), "grid", fields(options, call, content));
  if (parts.empty()) return {};

  const std::string name = "iteration " + std::to_string(call.iteration());
  if (parts.size() == 1) return uniform(name, time_line(call) + parts.front().second);
  std::string text =
      "      <Grid Name=\"" + name + "\" GridType=\"Collection\" CollectionType=\"Spatial\">\n" + time_line(call);
  for (const auto& [part, elements] : parts) text += indented(uniform(part, elements));
  return text + "      </Grid>\n";
}

std::string xdmf_document(const std::string& grids) {
  return "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n"
         "    <Grid Name=\"iterations\" GridType=\"Collection\" CollectionType=\"Temporal\">\n" +
         grids + "    </Grid>\n  </Domain>\n</Xdmf>\n";
}

std::string grids_until(const std::string& path, std::int64_t until) {
  if (!trouble_with_file(path).empty()) return {};
  std::istringstream file(file_text(path, largest_index));
  std::string grids, grid, line;
  bool kept = false;
  constexpr std::string_view begin = "      <Grid Name=\"iteration ", end = "      </Grid>";
  while (std::getline(file, line)) {
    if (line.starts_with(begin)) {
      std::int64_t iteration = 0;
      const auto read = std::from_chars(line.data() + begin.size(), line.data() + line.size(), iteration);
      kept = read.ec == std::errc() && iteration <= until;
      grid.clear();
    }
    grid += line + '\n';
    if (line == end && std::exchange(kept, false)) grids += grid;
  }
  return grids;
}

} // namespace nopal::hdf5
