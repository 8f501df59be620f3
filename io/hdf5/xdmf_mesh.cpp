#include "xdmf_mesh.hpp"

#include "dats.hpp"
#include "records.hpp"
#include "xdmf_items.hpp"

namespace nopal::hdf5 {

namespace {

std::string two(std::int64_t rows, int columns) { return std::to_string(rows) + ' ' + std::to_string(columns); }

std::string topology(const Options& options, const Call& call, const Content& content, const ShownMesh& mesh) {
  const std::int64_t cells = call.services().mesh().set(mesh.cells).global;
  const int arity = mesh.map.arity;
  const std::string path = options.names.data(content.tables_at) + ':' + table_path(content, mesh.map.name);
  return "        <Topology TopologyType=\"" + mesh.shape + "\" NumberOfElements=\"" + std::to_string(cells) + '"' +
         (mesh.shape == "Polyline" ? " NodesPerElement=\"" + std::to_string(arity) + '"' : "") + ">\n" +
         xdmf_item({Type::integer, false, two(cells, arity), path}) + "        </Topology>\n";
}

std::string item(const Options& options, const Call& call, const Content& content, int variable) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(variable);
  const std::string path = options.names.data(call.iteration()) + ":/data/" + std::to_string(call.iteration()) +
                           "/dats/" + record_name(variables, variable);
  return xdmf_item(
      {group.type, is_single(options, group), two(content.dats.at(variable).elements, group.components), path});
}

const char* kind(int components) { return components == 1 ? "Scalar" : components == 3 ? "Vector" : "Matrix"; }

} // namespace

bool is_shown(const Call& call, const Content& content, const ShownMesh& mesh) {
  return content.has(mesh.coordinates) && call.services().mesh().set(mesh.cells).global > 0;
}

std::string xdmf_mesh(const Options& options, const Call& call, const Content& content, const ShownMesh& mesh) {
  const Variables& variables = call.services().variables();
  std::string text = topology(options, call, content, mesh);
  text += std::string("        <Geometry GeometryType=\"") +
          (variables.group_of(mesh.coordinates).components == 2 ? "XY" : "XYZ") + "\">\n" +
          item(options, call, content, mesh.coordinates) + "        </Geometry>\n";
  for (const auto& [variable, rows] : content.dats) {
    const Group& group = variables.group_of(variable);
    if (variable == mesh.coordinates || (group.set != mesh.cells && group.set != mesh.nodes)) continue;
    text += xdmf_attribute(record_name(variables, variable), kind(group.components),
                           group.set == mesh.cells ? "Cell" : "Node", item(options, call, content, variable));
  }
  return text;
}

} // namespace nopal::hdf5
