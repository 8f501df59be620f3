#pragma once
// Parameters declared as a thorn's YAML declares them.

#include "core/declarations/resolve.hpp"

namespace nopal::test {

/// The thorns "driver" and "wavetoy", and "accelerator" without parameters.
inline Parameters declared_parameters() {
  const std::string driver = R"yaml(
thorn: driver
parameters:
  cells: {type: "int[]", range: "1:*"}
  periodic: {type: "bool[]", default: []}
  origin: {type: "real[3]", default: [0, 0, 0]}
)yaml";
  const std::string wavetoy = R"yaml(
thorn: wavetoy
parameters:
  wavelength: {type: real, default: 2.0, range: "(0:*)", unit: length}
  shape: {type: keyword, default: standing, choices: {standing: A standing wave, plane: A plane wave}}
  energy_every: {type: int, default: 0, range: ["-1", "1:10:3", "0"]}
  title: {type: string, default: a wave}
  verbose: {type: bool, default: false}
  limit: {type: real, default: .inf, range: "0:inf"}
)yaml";
  ErrorList errors;
  const std::vector<ThornDeclaration> thorns{read_thorn_text(driver, "driver.yaml", errors),
                                             read_thorn_text("thorn: accelerator", "accelerator.yaml", errors),
                                             read_thorn_text(wavetoy, "wavetoy.yaml", errors)};
  Parameters parameters;
  declare_parameters(thorns, parameters, errors);
  errors.raise_if_any();
  return parameters;
}

} // namespace nopal::test
