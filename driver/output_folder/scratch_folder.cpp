#include "driver/output_folder/scratch_folder.hpp"

#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace nopal {

namespace {

std::string new_folder() {
  std::error_code code;
  std::string path = (std::filesystem::temp_directory_path(code) / "nopal-XXXXXX").string();
  if (!code && mkdtemp(path.data()) != nullptr) return path;
  throw Error(fmt::format("cannot make a temporary folder: {}; let TMPDIR name a folder that you may write to",
                          code ? code.message() : std::strerror(errno)));
}

} // namespace

ScratchFolder::ScratchFolder(const Session& session) : owner_(session.rank() == 0) {
  on_first_rank(session, [&] { path_ = new_folder(); });
  share_from_first_rank(session, {&path_});
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored; // what stays is in the folder for temporary files
  if (owner_) std::filesystem::remove_all(path_, ignored);
}

} // namespace nopal
