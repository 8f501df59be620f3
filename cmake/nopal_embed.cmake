# nopal_embed(file header type function files...): writes a C++ source with a function of namespace nopal that returns the texts of
# the files, so that the program needs no files at run time. `header` declares `std::span<const type> function()`; `type` is a struct
# of a file's name and its text.
function(nopal_embed file header type function)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set(texts "")
  foreach(path IN LISTS ARGN)
    get_filename_component(name ${path} NAME)
    file(READ ${path} text)
    string(APPEND texts "    {\"${name}\", R\"--(${text})--\"},\n")
  endforeach()
  file(GENERATE OUTPUT ${file} CONTENT
"#include \"${header}\"

namespace nopal {
constexpr ${type} files[] = {
${texts}};
std::span<const ${type}> ${function}() { return files; }
} // namespace nopal
")
endfunction()
