#pragma once
// The parameter file: which thorns are active, and values for their parameters.

#include "core/parameters/parameters.hpp"
#include "core/yaml/node.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal {

/// A parfile as written. Its syntax is checked (duplicate keys, several documents, …). Its values are not interpreted
/// yet, because this needs the declarations of the thorns.
class Parfile {
public:
  /// Reads the file and checks the syntax. `overrides`: texts of --set, "thorn.parameter=value".
  /// Throws an Error if the file cannot be read, is empty, or is not YAML. All other errors (duplicate keys, a wrong
  /// list of thorns, …) are kept, and apply() reports them with the rest.
  Parfile(const std::string& path, const std::vector<std::string>& overrides);
  /// The same from a text. Messages use `name` as the name of the file.
  static Parfile from_text(const std::string& text, const std::string& name,
                           const std::vector<std::string>& overrides = {}) {
    return {text, name, overrides};
  }

  const std::string& description() const { return description_; }
  /// The bytes of the file.
  const std::string& text() const { return text_; }
  /// Returns path and overrides as comments, then the text: for the records of a run. The overrides do not take effect
  /// when this text is run.
  std::string provenance() const;
  /// Active thorns in the order of the parfile, without driver and accelerator (they are always active).
  const std::vector<std::string>& thorns() const { return thorns_; }
  /// The place where the parfile names the thorn; the whole file if it does not.
  Location thorn_location(const std::string& thorn) const;

  /// Interprets every value by its declaration and sets it. Adds the errors of the parfile itself, and an error for
  /// each unknown section or key (with the closest name), each wrong type, and each value that is not allowed.
  /// `available`: thorns on the search path, active or not. Sections of active thorns that `parameters` does not know
  /// are ignored: their declaration could not be read.
  void apply(Parameters& parameters, ErrorList& errors, const std::vector<std::string>& available = {}) const;

private:
  struct Override {
    std::string thorn;
    yaml::Entry entry; ///< located as "--set thorn.parameter"
  };

  Parfile(std::string text, std::string path, const std::vector<std::string>& overrides);
  void read_override(const std::string& text);
  void read_thorns();
  void add_thorn(const yaml::Node& node);

  std::string path_;
  std::string text_;
  std::vector<std::string> override_texts_;
  ErrorList errors_; ///< for apply()
  yaml::Node root_;
  std::string description_;
  std::vector<std::string> thorns_;
  std::map<std::string, Location> thorn_locations_;
  std::vector<Override> overrides_;
};

} // namespace nopal
