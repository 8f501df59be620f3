#include "files.hpp"

#include <algorithm>
#include <map>

namespace nopal::tsv {

namespace {

std::map<std::string, TextFile>& files() {
  static std::map<std::string, TextFile> files;
  return files;
}

std::string header(const Variables& variables, int variable, const std::string& about,
                   const std::vector<std::string>& columns) {
  const Group& group = variables.group_of(variable);
  std::string text = "# " + variables.full_name(variable);
  if (!group.description.empty()) text += ": " + group.description;
  if (!group.unit.empty()) text += " (" + group.unit + ")";
  std::replace(text.begin(), text.end(), '\n', ' ');
  text += "\n# " + about + "\n# ";
  for (std::size_t c = 0; c < columns.size(); ++c) text += (c ? "\t" : "") + columns[c];
  return text + '\n';
}

} // namespace

void append(Call& call, int variable, const std::string& kind, const std::string& about,
            const std::vector<std::string>& columns, const std::string& rows) {
  const Variables& variables = call.services().variables();
  const std::string path = call.services().output_folder() + '/' + variables.group_of(variable).thorn + '-' +
                           variables.variable(variable).name + '.' + kind + "tsv";
  auto file = files().find(path);
  if (file == files().end()) {
    const std::optional<Recovery>& recovered = call.services().recovered();
    const auto kept = recovered ? std::optional(recovered->output_until()) : std::nullopt;
    file = files().emplace(path, TextFile(path, kept)).first;
    if (file->second.is_new()) file->second.append(header(variables, variable, about, columns));
  }
  file->second.append(rows);
}

void close_files() { files().clear(); }

std::vector<Slot> slots(const Call& call) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads())
    if (std::find(slots.begin(), slots.end(), clause.slot) == slots.end()) slots.push_back(clause.slot);
  return slots;
}

std::vector<std::string> value_columns(const Variables& variables, int variable) {
  const std::string& name = variables.variable(variable).name;
  if (variables.group_of(variable).type == Type::complex) return {name + ".real", name + ".imag"};
  return {name};
}

} // namespace nopal::tsv

NOPAL_FUNCTION(close) { nopal::tsv::close_files(); }
