#include "core/declarations/reference.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace reference_test {

ThornDeclaration wavetoy() {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn_text(R"yaml(thorn: wavetoy
description: Scalar wave equation
inherits: [grid]
parameters:
  wavelength: {type: real, default: 2.5, range: ["(0:*)", "-1"], unit: length, description: "Of the wave | in x"}
  shape: {type: keyword, default: plane, choices: {plane: A plane wave, none: ""}, steerable: recover}
  every: {type: int, default: auto, range: "1:*", words: {auto: 0}, description: Iterations}
  names: {type: "string[]", steerable: always, description: What to write}
groups:
  scalar: {type: gf, variables: [phi, psi], timelevels: 3, unit: m, description: The wave}
  table: {type: array, datatype: complex, shape: [3, n], variables: [t]}
provides: {speed: "double(double,long)"}
requires: {lapse: double()}
schedule:
  - kernel: evolve
    as: step
    at: evol
    device: true
    after: [other::thing]
    if: shape == plane
    uses: [wavelength]
    reads: [phi@1]
    writes: ["phi(interior, boundary)"]
    sync: [scalar]
    description: One step
  - function: write
    in: files
    every: 5
    options: global
    reads: {from: names, every: every}
    tags: {colour: red}
)yaml",
                                           "schedules/wavetoy.yaml", errors);
  errors.raise_if_any();
  return thorn;
}

TEST(Reference, MarkdownTables) {
  ErrorList errors;
  const ThornDeclaration empty = read_thorn_text("thorn: empty\n", "empty.yaml", errors);
  EXPECT_EQ(parameter_reference({wavetoy(), empty}),
            "# Parameters\n\nGenerated from the declarations of the thorns; do not edit.\n\n## wavetoy\n\n"
            "Scalar wave equation\n\n| parameter | type | allowed | default | unit | description |\n"
            "| --- | --- | --- | --- | --- | --- |\n"
            "| `wavelength` | `real` | `(0:*)` or `-1` | `2.5` | length | Of the wave \\| in x |\n"
            "| `shape` | `keyword` | `plane`: A plane wave<br>`none` | `plane` |  | (steerable on recovery) |\n"
            "| `every` | `int` | `1:*` or `auto` (0) | `auto` |  | Iterations |\n"
            "| `names` | `string[]` |  | must be set |  | What to write (steerable) |\n\n"
            "## empty\n\nNo parameters.\n");
}

TEST(Reference, DescriptionOfAThorn) {
  EXPECT_EQ(describe_thorn(wavetoy()), R"(wavetoy: Scalar wave equation
inherits from grid
declared in schedules/wavetoy.yaml

parameters
  wavelength: real, (0:*) or -1 (default 2.5) [length]
      Of the wave | in x
  shape: keyword: plane, none (default plane), steerable on recovery
      plane: A plane wave
      none
  every: int, 1:* or auto (default auto)
      Iterations
  names: string[] (must be set), steerable
      What to write

groups
  scalar: gf of real, 3 timelevels [m]
      The wave
      variables: phi, psi
  table: array of complex, 3 x n points, 1 timelevel
      variables: t

schedule
  kernel evolve as step at evol, on the device
      One step
      after: other::thing
      if: shape == plane
      uses: wavelength
      reads: phi@1
      writes: phi(interior, boundary)
      sync: scalar
  function write in files, global
      every: 5
      reads: the variables in "names", at the iterations of every
      tag colour: red

provides
  speed: double(double, long)

requires
  lapse: double()
)");
}

TEST(Reference, DescribeShowsStencilsWithTheirStages) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text(R"(thorn: weather
parameters: {points: {type: int, default: 4}}
groups:
  fields: {type: gf, variables: [in, out]}
  work: {type: gf, variables: [lap, sum], temporary: true}
splitters: {cloud: points}
schedule:
  - stencil: chain
    at: evol
    device: true
    sync: out
    stages:
      - kernel: laplacian
        as: second
        description: The Laplacian
        uses: [points]
        bind: {x: "weather::in"}
        reads: ["x<-1:1, -1:1>"]
        writes: [lap]
      - order: forward
        as: up
        kernels: {"bottom+1": first, "bottom+2 : cloud-1": body, "cloud+1 : top-1": body}
        reads: [lap]
        writes: [sum]
      - order: backward
        kernels: {"bottom+1 : top-1": down}
        reads: [sum]
        writes: [out]
)",
                                                 "weather.yaml", errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(describe_thorn(thorn), R"(weather
declared in weather.yaml

parameters
  points: int (default 4)

groups
  fields: gf of real, 1 timelevel
      variables: in, out
  work: gf of real, temporary
      variables: lap, sum

splitters
  cloud: points points of the k axis lie below it

schedule
  stencil chain at evol, on the device
      sync: out
      stage second
          The Laplacian
          kernel: laplacian
          uses: points
          bind x: weather::in
          reads: x<-1:1, -1:1>
          writes: lap
      stage up, forward
          kernel in bottom+1: first as up_first
          kernel in bottom+2 : cloud-1: body as up_body
          kernel in cloud+1 : top-1: body as up_body
          reads: lap
          writes: sum
      stage down, backward
          kernel in bottom+1 : top-1: down
          reads: sum
          writes: out
)");
}

} // namespace reference_test
} // namespace nopal
