#include "header.hpp"

#include "numbers.hpp"
#include "section.hpp"

#include "io/common/number_text.hpp"

#include <algorithm>

namespace nopal::tsv {

namespace {

std::string in_brackets(const std::string& unit) { return unit.empty() ? "" : " [" + unit + "]"; }

std::string line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return "# " + text + '\n';
}

std::string grid_text(const Domain& domain) {
  const int dimension = domain.dimension();
  std::string text = line("grid: " + std::to_string(dimension) + (dimension == 1 ? " axis, " : " axes, ") +
                          (domain.spec().centering == Centering::vertex ? "vertex-centred" : "cell-centred"));
  for (int axis = 0; axis < dimension; ++axis) {
    const long first = domain.points().lower[axis];
    const long last = domain.points().upper[axis] - 1;
    text += line(std::string("axis ") + axis_names[axis] + ": " + std::to_string(last - first + 1) + " points from " +
                 common::number_text(domain.coordinate(axis, first)) + " to " +
                 common::number_text(domain.coordinate(axis, last)) + ", indices " + std::to_string(first) + " to " +
                 std::to_string(last) + ", spacing " + common::number_text(domain.spacing(axis)) +
                 (domain.periodic(axis) ? ", periodic" : "") + in_brackets("length"));
  }
  return text;
}

} // namespace

std::string header_text(const Variables& variables, const Domain& domain, const Header& header) {
  std::string text = line("nopal: " NOPAL_VERSION) + line("thorn: tsv");
  for (const int v : header.variables) {
    const Group& group = variables.group_of(v);
    text += line("variable: " + variables.full_name(v));
    if (!group.description.empty()) text += line("description: " + group.description);
    if (!group.unit.empty()) text += line("unit: " + group.unit);
  }
  text += line("content: " + header.content);
  if (!header.place.empty()) text += line("place: " + header.place);
  if (header.of_grid) text += grid_text(domain);

  std::vector<Column> columns{{"iteration", "", ""}, {"time", "", "time"}};
  columns.insert(columns.end(), header.columns.begin(), header.columns.end());
  std::string names = "# ";
  for (std::size_t c = 0; c < columns.size(); ++c) {
    text += line("column " + std::to_string(c + 1) + ": " + columns[c].name +
                 (columns[c].about.empty() ? "" : ", " + columns[c].about) + in_brackets(columns[c].unit));
    names += (c ? "\t" : "") + columns[c].name;
  }
  return text + names + '\n';
}

void add_value_columns(std::vector<Column>& columns, const Group& group, const std::string& name,
                       const std::string& about) {
  if (group.type != Type::complex) {
    columns.push_back({name, about, group.unit});
    return;
  }
  for (const char* part : {"real", "imag"})
    columns.push_back({name + '.' + part, about.empty() ? "" : about + ", " + part, group.unit});
}

void add_coordinate_columns(std::vector<Column>& columns, const Domain& domain) {
  for (int axis = 0; axis < domain.dimension(); ++axis) columns.push_back({axis_names[axis], "coordinate", "length"});
}

} // namespace nopal::tsv
