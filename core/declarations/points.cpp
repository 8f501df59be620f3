#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

namespace {

constexpr const char* forms =
    "expected {lines: point}, {planes: planes_along, through: point}, {normal: normal, through: point}, {lower: lower, "
    "upper: upper, stride: stride}, {at: points_at, interpolation: interpolation} or {faces: [lower_x, upper_x, …], "
    "with: word}, where each value but the word is the name of a parameter";

/// Reads the name of a parameter. Empty if the key is absent.
std::string parameter(yaml::Fields& points, const char* key) {
  const std::string name = points.word(key);
  const yaml::Entry* entry = points.find(key);
  if (entry && entry->value.is_scalar() && !is_qualified_identifier(name))
    points.error(*entry, "found \"" + name + "\", expected the name of a parameter");
  return name;
}

/// Returns whether these keys are given and no others.
bool has_only(yaml::Fields& points, std::initializer_list<const char*> keys) {
  std::size_t given = 0;
  for (const char* key : {"lines", "planes", "normal", "through", "lower", "upper", "stride", "at", "interpolation",
                          "faces", "otherwise", "with"})
    given += points.find(key) != nullptr ? 1 : 0;
  std::size_t wanted = 0;
  for (const char* key : keys) wanted += points.find(key) != nullptr ? 1 : 0;
  return wanted == keys.size() && given == wanted;
}

/// {faces: [lower_x, upper_x, ...], otherwise: all, with: word}
void read_faces(yaml::Fields& points, PointsDeclaration& result) {
  result.shape = PointsDeclaration::Shape::faces;
  result.faces = read_names(points, "faces");
  result.otherwise = parameter(points, "otherwise");
  result.word = points.word("with");
  const std::size_t n = result.faces.size();
  if (n != 2 && n != 4 && n != 6)
    points.error(*points.find("faces"), "found a list of " + std::to_string(n) +
                                            ", expected two parameters for each axis: [lower_x, upper_x, lower_y, "
                                            "upper_y, lower_z, upper_z]");
}

} // namespace

std::optional<PointsDeclaration> read_points(yaml::Fields& from) {
  const yaml::Entry* entry = from.find("points");
  if (!entry) return std::nullopt;
  yaml::Fields points(entry->value, from.what() + ": points", from.errors());
  if (!points.is_map()) return std::nullopt;
  using Shape = PointsDeclaration::Shape;
  PointsDeclaration result;
  result.where = entry->value.where;
  if (has_only(points, {"lines"})) {
    result.shape = Shape::lines;
    result.through = parameter(points, "lines");
  } else if (has_only(points, {"planes", "through"}) || has_only(points, {"normal", "through"})) {
    result.shape = Shape::planes;
    result.planes = parameter(points, "planes");
    result.normal = parameter(points, "normal");
    result.through = parameter(points, "through");
  } else if (has_only(points, {"lower", "upper", "stride"})) {
    result.shape = Shape::region;
    result.lower = parameter(points, "lower");
    result.upper = parameter(points, "upper");
    result.stride = parameter(points, "stride");
  } else if (has_only(points, {"at", "interpolation"})) {
    result.shape = Shape::interpolation;
    result.at = parameter(points, "at");
    result.interpolation = parameter(points, "interpolation");
  } else if (has_only(points, {"faces", "with"}) || has_only(points, {"faces", "otherwise", "with"})) {
    read_faces(points, result);
  } else {
    points.error(entry->value.where, std::string("found other keys; ") + forms);
    return std::nullopt;
  }
  points.finish();
  return result;
}

} // namespace nopal
