#pragma once
// The parameter file: which thorns are active, and values for their parameters.

#include "core/base/error.hpp"
#include "core/parameters/parameters.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nopal {

/// A parfile as written: syntax checked (duplicate keys, several documents, …), values not yet interpreted,
/// since that needs the declarations of the thorns it names.
class Parfile {
public:
  /// Reads and checks the syntax; `overrides` are the texts of --set, "thorn.parameter=value".
  /// Throws Error where there is no parfile at all: the file cannot be read, is empty, or is not YAML. All other
  /// errors (keys that stand twice, a wrong list of thorns, …) are kept for apply(), to be reported with the rest.
  Parfile(const std::string& path, const std::vector<std::string>& overrides);
  /// From text instead of a file; `name` stands for the file in messages.
  static Parfile from_text(const std::string& text, const std::string& name,
                           const std::vector<std::string>& overrides = {});
  ~Parfile();
  Parfile(Parfile&&) noexcept;
  Parfile& operator=(Parfile&&) noexcept;

  const std::string& path() const;
  const std::string& description() const;
  /// The bytes of the file.
  const std::string& text() const;
  /// For the records of a run: path and overrides as comments, then the text. It can be run as it is, but for
  /// overrides.
  std::string provenance() const;
  /// Active thorns in the order of the parfile, without driver and accelerator, which are always active.
  const std::vector<std::string>& thorns() const;
  Location thorn_location(const std::string& thorn) const;

  /// Interprets every value by its declaration and sets it; adds an error for each unknown thorn section,
  /// unknown key, wrong type, value out of range or not among the choices, with the closest name; and the errors
  /// of the parfile itself. `available`: thorns that exist on the search path, active or not. Sections of active
  /// thorns that `parameters` does not know (their declaration could not be read) are passed over.
  void apply(Parameters& parameters, ErrorList& errors, const std::vector<std::string>& available = {}) const;

private:
  Parfile();
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace nopal
