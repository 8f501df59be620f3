#include "xdmf.hpp"

#include "records.hpp"

#include <charconv>
#include <sstream>

namespace nopal::hdf5 {

namespace {

constexpr std::int64_t largest_index = std::int64_t{1} << 30; ///< bytes

std::string number(double value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 17).ptr};
}

/// Returns three values, z first. A grid with fewer axes becomes a 3-D grid with one point along each missing axis,
/// because every reader accepts that.
template <class Function> std::string zyx(Function&& function) {
  return function(2) + ' ' + function(1) + ' ' + function(0);
}

std::string attribute(const std::string& name, const std::string& number_type, int bytes, const std::string& dimensions,
                      const std::string& dataset) {
  return "        <Attribute Name=\"" + name + "\" AttributeType=\"Scalar\" Center=\"Node\">\n" +
         "          <DataItem Format=\"HDF\" NumberType=\"" + number_type + "\" Precision=\"" + std::to_string(bytes) +
         "\" Dimensions=\"" + dimensions + "\">" + dataset + "</DataItem>\n        </Attribute>\n";
}

/// Returns one attribute for each dataset of a grid function.
std::string attributes(const Options& options, const Call& call, Slot slot, const std::string& dimensions) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const std::string number_type = group.type == Type::integer ? "Int" : "Float";
  const int bytes = is_single(options, group) ? 4 : 8;
  const std::string name = record_name(variables, slot.variable);
  const std::string dataset =
      options.names.data(call.iteration()) + ":/data/" + std::to_string(call.iteration()) + "/meshes/" + name;
  if (group.type != Type::complex) return attribute(name, number_type, bytes, dimensions, dataset);
  std::string text;
  for (const std::string& component : component_names(group.type))
    text += attribute(std::string(name).append("_").append(component), number_type, bytes, dimensions,
                      std::string(dataset).append("/").append(component));
  return text;
}

} // namespace

std::string xdmf_grid(const Options& options, const Call& call, const std::vector<Slot>& slots) {
  const Domain& domain = call.domain();
  const Selection& selection = options.selection;
  const std::string dimensions = zyx([&](int axis) { return std::to_string(selection.count[axis]); });
  const std::string origin = zyx([&](int axis) { return number(domain.coordinate(axis, selection.first[axis])); });
  const std::string spacing =
      zyx([&](int axis) { return number(static_cast<double>(selection.stride[axis]) * domain.spacing(axis)); });
  const std::string iteration = std::to_string(call.iteration());

  std::string text =
      "      <Grid Name=\"iteration " + iteration + "\" GridType=\"Uniform\">\n" + "        <Time Value=\"" +
      number(call.time()) + "\"/>\n" + "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + dimensions +
      "\"/>\n" + "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n" +
      "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">" + origin +
      "</DataItem>\n" + "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">" +
      spacing + "</DataItem>\n" + "        </Geometry>\n";
  for (const Slot slot : slots)
    if (call.services().variables().group_of(slot.variable).kind == GroupKind::gf)
      text += attributes(options, call, slot, dimensions);
  return text + "      </Grid>\n";
}

std::string xdmf_document(const std::string& grids) {
  return "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\">\n  <Domain>\n"
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
