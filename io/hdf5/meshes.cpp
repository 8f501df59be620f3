#include "meshes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>

namespace nopal::hdf5 {

namespace {

struct CellShape {
  const char* name;
  int corners;
};

/// Without `as`, the first shape with so many corners is taken.
constexpr std::array<CellShape, 7> shapes{{{"Polyline", 2},
                                           {"Triangle", 3},
                                           {"Quadrilateral", 4},
                                           {"Tetrahedron", 4},
                                           {"Pyramid", 5},
                                           {"Wedge", 6},
                                           {"Hexahedron", 8}}};

std::string lower_case(std::string word) {
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

std::string all_shapes() {
  std::string text;
  for (const CellShape& shape : shapes)
    text += (text.empty() ? "" : ", ") + lower_case(shape.name) + " (" + std::to_string(shape.corners) + ')';
  return text;
}

/// Reads one entry: "map on coordinates" or "map on coordinates as shape".
class Entry {
public:
  Entry(const Call& call, const std::string& text, ErrorList& errors) : call_(call), text_(text), errors_(errors) {}

  std::optional<ShownMesh> read() {
    std::istringstream stream(text_);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    const bool with_shape = words.size() == 5 && words[3] == "as";
    if ((words.size() != 3 && !with_shape) || words[1] != "on")
      return refuse(": write \"map on coordinates\", such as \"airfoil::cell_nodes on airfoil::x\"");
    ShownMesh mesh;
    if (!find_map(words[0], mesh) || !find_shape(with_shape ? words[4] : "", mesh) || !find_coordinates(words[2], mesh))
      return std::nullopt;
    return mesh;
  }

private:
  std::nullopt_t refuse(const std::string& why) {
    errors_.add(call_.services().parameters().where("hdf5::meshes"), "hdf5.meshes lists '" + text_ + '\'' + why);
    return std::nullopt;
  }

  bool find_map(const std::string& name, ShownMesh& mesh) {
    const Topology& topology = call_.services().mesh().topology();
    const auto number = topology.find_map(name);
    if (!number) {
      std::vector<std::string> names;
      for (const MeshMap& map : topology.maps) names.push_back(map.name);
      refuse(", but no active thorn declares the map " + name + did_you_mean(name, names));
      return false;
    }
    mesh.map = topology.maps[static_cast<std::size_t>(*number)];
    mesh.cells = topology.sets[static_cast<std::size_t>(mesh.map.from)].name;
    mesh.nodes = topology.sets[static_cast<std::size_t>(mesh.map.to)].name;
    return true;
  }

  bool find_shape(const std::string& word, ShownMesh& mesh) {
    const auto fits = [&](const CellShape& shape) {
      return shape.corners == mesh.map.arity && (word.empty() || lower_case(shape.name) == word);
    };
    const auto found = std::ranges::find_if(shapes, fits);
    if (found != shapes.end()) {
      mesh.shape = found->name;
      return true;
    }
    refuse(", but " + mesh.map.name + " leads to " +
           (mesh.map.arity > 0 ? std::to_string(mesh.map.arity) : "a varying number of") +
           (mesh.map.arity == 1 ? " target" : " targets") +
           "; the shapes of cells, with the numbers of their corners, " + "are " + all_shapes());
    return false;
  }

  bool find_coordinates(const std::string& name, ShownMesh& mesh) {
    const Variables& variables = call_.services().variables();
    const auto variable = variables.find_variable(name);
    if (!variable || variables.group_of(*variable).kind != GroupKind::dat) {
      refuse(", but " + name + " is no variable of type dat" + (variable ? "" : did_you_mean(name, variables.names())));
      return false;
    }
    const Group& group = variables.group_of(*variable);
    if (group.set != mesh.nodes) {
      refuse(", but " + name + " lies on " + group.set + ", and " + mesh.map.name + " leads to " + mesh.nodes);
      return false;
    }
    if (group.type != Type::real || group.components < 2 || group.components > 3) {
      refuse(", but coordinates are real and have 2 or 3 components; " + name + " is " + to_string(group.type) +
             " and has " + std::to_string(group.components));
      return false;
    }
    mesh.coordinates = *variable;
    return true;
  }

  const Call& call_;
  const std::string& text_;
  ErrorList& errors_;
};

} // namespace

std::vector<ShownMesh> shown_meshes(const Call& call, ErrorList& errors) {
  std::vector<ShownMesh> meshes;
  for (const std::string& text : call.strings("meshes"))
    if (auto mesh = Entry(call, text, errors).read()) meshes.push_back(*std::move(mesh));
  return meshes;
}

} // namespace nopal::hdf5
