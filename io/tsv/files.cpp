#include "files.hpp"

#include "io/common/number_text.hpp"

#include <filesystem>
#include <utility>

namespace nopal::tsv {

TextFile& file(Call& call, const std::string& name, const Header& header) {
  return call.state<Files>().file(call, name, header);
}

TextFile& Files::file(Call& call, const std::string& name, const Header& header) {
  Services& services = call.services();
  const std::string path = services.output_folder() + '/' + name + ".tsv";
  if (const auto found = files_.find(path); found != files_.end()) return found->second;
  const std::optional<Recovery>& recovered = services.recovered();
  if (recovered && call.iteration() > 0 && !std::filesystem::exists(path))
    services.warn("tsv: the earlier run has no file '" + path + "'; the new file begins with iteration " +
                  std::to_string(call.iteration()));
  names_are_synced_ = false;
  return files_
      .emplace(path, TextFile(path, header_text(services.variables(), call.domain(), header),
                              recovered ? std::optional(recovered->output_until()) : std::nullopt))
      .first->second;
}

std::string file_stem(const Variables& variables, int variable) {
  return variables.group_of(variable).thorn + '-' + variables.variable(variable).name;
}

std::string remark(const Call& call, Slot slot) {
  Services& services = call.services();
  const std::optional<EarlierIteration> earlier = services.data().earlier_iteration(slot);
  if (!earlier) return "";
  return "## iteration " + std::to_string(call.iteration()) + ", time " + common::number_text(call.time()) +
         ": the values of " + services.variables().full_name(slot.variable) + " are those of iteration " +
         std::to_string(earlier->iteration) + ", time " + common::number_text(earlier->time) + '\n';
}

void Files::sync(const std::string& folder) {
  for (auto& [path, file] : files_) file.sync();
  if (std::exchange(names_are_synced_, true)) return;
  sync_folder(folder, "");
}

} // namespace nopal::tsv
