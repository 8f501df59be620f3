#include "xdmf.hpp"

#include "records.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace nopal::hdf5 {

namespace {

std::string number(double value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 17).ptr};
}

/// Three values, z first. Grids of fewer axes are 3-D ones of one point along the others, which every reader knows.
template <class Function> std::string zyx(Function&& function) {
  return function(2) + ' ' + function(1) + ' ' + function(0);
}

std::string attribute(const std::string& name, Type type, const std::string& dimensions, const std::string& dataset) {
  const std::string number_type = type == Type::integer ? "Int" : "Float";
  return "        <Attribute Name=\"" + name + "\" AttributeType=\"Scalar\" Center=\"Node\">\n" +
         "          <DataItem Format=\"HDF\" NumberType=\"" + number_type + "\" Precision=\"8\" Dimensions=\"" +
         dimensions + "\">" + dataset + "</DataItem>\n        </Attribute>\n";
}

/// One attribute for each dataset of a grid function.
std::string attributes(const Names& names, const Call& call, Slot slot, const std::string& dimensions) {
  const Variables& variables = call.services().variables();
  const Type type = variables.group_of(slot.variable).type;
  const std::string name = record_name(variables, slot.variable);
  const std::string dataset =
      names.data(call.iteration()) + ":/data/" + std::to_string(call.iteration()) + "/meshes/" + name;
  if (type != Type::complex) return attribute(name, type, dimensions, dataset);
  std::string text;
  for (const std::string& component : component_names(type))
    text += attribute(std::string(name).append("_").append(component), type, dimensions,
                      std::string(dataset).append("/").append(component));
  return text;
}

} // namespace

std::string xdmf_grid(const Names& names, const Call& call, const std::vector<Slot>& slots) {
  const Domain& domain = call.domain();
  const Box& points = domain.points();
  const std::string dimensions = zyx([&](int axis) { return std::to_string(points.extent(axis)); });
  const std::string origin = zyx([&](int axis) { return number(domain.coordinate(axis, points.lower[axis])); });
  const std::string spacing = zyx([&](int axis) { return number(domain.spacing(axis)); });
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
      text += attributes(names, call, slot, dimensions);
  return text + "      </Grid>\n";
}

std::string xdmf_document(const std::string& grids) {
  return "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\">\n  <Domain>\n"
         "    <Grid Name=\"iterations\" GridType=\"Collection\" CollectionType=\"Temporal\">\n" +
         grids + "    </Grid>\n  </Domain>\n</Xdmf>\n";
}

std::string grids_until(const std::string& path, std::int64_t until) {
  std::ifstream file(path);
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

void replace_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".part";
  std::ofstream file(temporary, std::ios::binary);
  file << text;
  file.close();
  if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary.c_str());
    throw Error("cannot write '" + path + "': " + std::strerror(reason) + remedy);
  }
}

} // namespace nopal::hdf5
