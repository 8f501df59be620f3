#include "picture_file.hpp"

#include <nopal/thorn.hpp>

#include <cstdio>
#include <filesystem>

namespace nopal::slices {

namespace {

constexpr const char* write_less = "write less (slices.every)";

} // namespace

void PictureFiles::write(const std::string& folder, const std::string& name, const std::vector<unsigned char>& bytes) {
  const std::string path = folder + '/' + name;
  const std::string temporary = folder + "/." + name + ".part";
  try {
    NewFile file(temporary, Durability::system, write_less);
    file.write(bytes.data(), bytes.size());
    file.close();
    rename_on_disk(temporary, path, write_less);
  } catch (const Error&) {
    std::remove(temporary.c_str());
    throw;
  }
  unsynced_.push_back(path);
}

void PictureFiles::sync(const std::string& folder) {
  if (unsynced_.empty()) return;
  for (const std::string& path : unsynced_)
    if (std::filesystem::exists(path)) sync_file(path, write_less);
  sync_folder(folder, write_less);
  unsynced_.clear();
}

} // namespace nopal::slices
