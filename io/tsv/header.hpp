#pragma once
// The header of a file: lines `# key: value`, then a line that names the columns (docs/output.md).

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::tsv {

struct Column {
  std::string name;  ///< without blanks
  std::string about; ///< a description; may be empty
  std::string unit;  ///< may be empty
};

struct Header {
  std::vector<int> variables{};
  std::string content{};         ///< what the rows are
  std::string place{};           ///< where a line or a plane lies; may be empty
  bool of_grid = true;           ///< the header describes the grid
  std::vector<Column> columns{}; ///< after iteration and time, which every file has
};

/// Returns the text of a header. It does not depend on the number of processes or the time of day, so that a run that
/// goes on from a checkpoint ends with the same file as one that was not interrupted.
std::string header_text(const Variables& variables, const Domain& domain, const Header& header);

/// Adds one column for a real or an integer, two for a complex number. `name` is the name of the quantity.
void add_value_columns(std::vector<Column>& columns, const Group& group, const std::string& name,
                       const std::string& about);

/// Adds a column for each axis of the grid.
void add_coordinate_columns(std::vector<Column>& columns, const Domain& domain);

} // namespace nopal::tsv
