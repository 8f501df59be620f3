#pragma once
// The files that `nopal new thorn` writes: those of driver/commands/new_thorn, embedded when nopal is built.

#include <span>

namespace nopal {

struct TemplateFile {
  const char* name; ///< @thorn@ stands for the thorn's name, here and in the text
  const char* text;
};

/// Returns all these files.
std::span<const TemplateFile> new_thorn_files();

} // namespace nopal
