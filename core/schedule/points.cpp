#include "core/schedule/points.hpp"

#include "core/base/suggest.hpp"
#include "core/grid/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace nopal {

namespace {

bool has_choice(const Parameters& parameters, const std::string& keyword, const std::string& word) {
  const ParameterDeclaration* const parameter = parameters.find(keyword);
  return parameter != nullptr &&
         std::ranges::any_of(parameter->choices, [&](const auto& choice) { return choice.first == word; });
}

/// Reads the parameters of one declaration.
class PointsReader {
public:
  PointsReader(const PointsDeclaration& declaration, const RoutineValues& values, const Domain& domain)
      : declaration_(declaration), values_(values), parameters_(values.parameters), domain_(domain) {}

  /// Empty: the parameters do not fit the grid.
  std::optional<PointSet> read() const {
    switch (declaration_.shape) {
    case PointsDeclaration::Shape::lines:
      return lines();
    case PointsDeclaration::Shape::planes:
      return declaration_.planes.empty() ? planes_across() : planes_along();
    case PointsDeclaration::Shape::region:
      return region();
    case PointsDeclaration::Shape::interpolation:
      return interpolation();
    case PointsDeclaration::Shape::faces:
      return faces();
    }
    return std::nullopt;
  }

private:
  int dimension() const { return domain_.dimension(); }
  bool fits(std::size_t entries) const { return entries == 0 || entries == static_cast<std::size_t>(dimension()); }

  /// The grid point nearest to `through`.
  std::optional<Index> through() const {
    const std::vector<double> point = parameters_.reals(declaration_.through);
    if (!fits(point.size())) return std::nullopt;
    return nearest_point(domain_, point);
  }

  std::optional<PointSet> lines() const {
    const auto point = through();
    if (!point) return std::nullopt;
    std::vector<Box> boxes;
    for (int axis = 0; axis < dimension(); ++axis) boxes.push_back(section(domain_, *point, {axis}));
    return points_in(boxes);
  }

  std::optional<PointSet> planes_along() const {
    const auto point = through();
    if (!point) return std::nullopt;
    const std::vector<std::string> names = parameters_.strings(declaration_.planes);
    std::vector<Box> boxes;
    for (int second = 1; second < dimension(); ++second)
      for (int first = 0; first < second; ++first)
        if (names.empty() || std::ranges::count(names, std::string{"xyz"[first], "xyz"[second]}) > 0)
          boxes.push_back(section(domain_, *point, {first, second}));
    return points_in(boxes);
  }

  std::optional<PointSet> planes_across() const {
    const auto point = through();
    if (!point) return std::nullopt;
    std::vector<std::string> names = parameters_.strings(declaration_.normal);
    if (names.empty()) names.emplace_back("z");
    std::vector<Box> boxes;
    for (const std::string& name : names) {
      const std::size_t normal = std::string_view("xyz").find(name);
      if (normal == std::string_view::npos) return std::nullopt;
      boxes.push_back(section_across(domain_, *point, static_cast<int>(normal)));
    }
    return points_in(boxes);
  }

  std::optional<PointSet> region() const {
    const SelectionSpec spec{parameters_.reals(declaration_.lower), parameters_.reals(declaration_.upper),
                             parameters_.integers(declaration_.stride)};
    if (!fits(spec.lower.size()) || !fits(spec.upper.size()) || !fits(spec.stride.size())) return std::nullopt;
    PointSet set;
    if (const Selection selection = selection_of(domain_, spec); !selection.empty()) set.pieces.push_back(selection);
    return set;
  }

  std::optional<PointSet> interpolation() const {
    const std::vector<double> coordinates = parameters_.reals(declaration_.at);
    const Interpolation how = interpolation_from(values_.word(declaration_.interpolation));
    const auto n = static_cast<std::size_t>(dimension());
    std::vector<Interpolant> interpolants;
    for (std::size_t first = 0; first + n <= coordinates.size(); first += n) {
      for (int axis = 0; axis < dimension(); ++axis)
        if (!reaches(domain_, axis, coordinates[first + static_cast<std::size_t>(axis)], how)) return std::nullopt;
      interpolants.push_back(interpolant(domain_, &coordinates[first], how));
    }
    return points_of(interpolants);
  }

  /// What holds at a face: the value of its parameter, or of the one that counts otherwise.
  const std::string& word_of(const std::string& face) const {
    const std::string& own = values_.word(face);
    return has_choice(parameters_, declaration_.otherwise, own) || declaration_.otherwise.empty()
               ? own
               : values_.word(declaration_.otherwise);
  }

  PointSet faces() const {
    ChosenFaces chosen{};
    for (std::size_t n = 0; n < declaration_.faces.size(); ++n)
      chosen[n / 2][n % 2] = word_of(declaration_.faces[n]) == declaration_.word;
    return points_beyond(domain_, chosen);
  }

  const PointsDeclaration& declaration_;
  const RoutineValues& values_;
  const Parameters& parameters_;
  const Domain& domain_;
};

} // namespace

const std::string& RoutineValues::word(const std::string& name) const {
  const auto found = own.find(name);
  return found == own.end() ? parameters.string(name) : std::get<std::string>(found->second.items.front());
}

std::optional<PointSet> points_from_parameters(const PointsDeclaration& declaration, const RoutineValues& values,
                                               const Domain& domain) {
  return PointsReader(declaration, values, domain).read();
}

std::shared_ptr<const PointSet> points_to_read(const PointsDeclaration& declaration, const RoutineValues& values,
                                               const Domain& domain) {
  std::optional<PointSet> set = points_from_parameters(declaration, values, domain);
  if (!set || set->points() >= domain.points().points()) return nullptr;
  return std::make_shared<const PointSet>(*std::move(set));
}

std::shared_ptr<const PointSet> points_to_write(const PointsDeclaration& declaration, const RoutineValues& values,
                                                const Domain& domain) {
  std::optional<PointSet> set = points_from_parameters(declaration, values, domain);
  if (set) return std::make_shared<const PointSet>(*std::move(set));
  std::string names;
  for (const std::string* name : {&declaration.through, &declaration.lower, &declaration.upper, &declaration.stride,
                                  &declaration.planes, &declaration.normal, &declaration.at})
    if (!name->empty()) names += (names.empty() ? "" : ", ") + *name + " = " + values.parameters.value(*name).text();
  throw Error(declaration.where,
              fmt::format("points: chooses no points of a grid with {} {}: {}; give one number for each axis, and only "
                          "axes and points of the grid",
                          domain.dimension(), domain.dimension() == 1 ? "axis" : "axes", names));
}

bool check_interpolations(const PointsDeclaration& declaration, const std::string& item, const Parameters& parameters,
                          ErrorList& errors) {
  if (declaration.interpolation.empty()) return true;
  bool all = true;
  for (const auto& [word, description] : parameters.find(declaration.interpolation)->choices)
    if (!interpolation_named(word)) {
      errors.add(declaration.where,
                 fmt::format("points: of {} names the parameter {}, which has the choice {}, but that is no "
                             "interpolation; the words are {}",
                             item, declaration.interpolation, word, interpolation_words()));
      all = false;
    }
  return all;
}

bool check_faces(const PointsDeclaration& declaration, const std::string& item, const Parameters& parameters,
                 ErrorList& errors) {
  if (declaration.faces.empty()) return true;
  std::vector<std::string> words;
  std::vector<std::string> keywords = declaration.faces;
  if (!declaration.otherwise.empty()) keywords.push_back(declaration.otherwise);
  for (const std::string& keyword : keywords)
    for (const auto& [word, description] : parameters.find(keyword)->choices) words.push_back(word);
  if (std::ranges::count(words, declaration.word) > 0) return true;
  errors.add(declaration.where,
             fmt::format("points: of {} asks for faces with \"{}\", but neither {} nor another of its parameters has "
                         "this choice{}",
                         item, declaration.word, keywords.front(), did_you_mean(declaration.word, words)));
  return false;
}

} // namespace nopal
