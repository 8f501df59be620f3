#pragma once
// The unstructured mesh of a run, as checkpoints remember it.

#include "contents.hpp"

namespace nopal::checkpoint {

/// Returns the sizes of all sets and the checksums of all maps. A checksum is the sum of those of the rows, each with
/// its global numbers. So it is the same for any number of processes and any partition. Collective at the first call of
/// a run, which computes it.
const SavedMesh& mesh_of_run(Call& call);

/// Returns what a process adds to the checksum of a map. `rows` are those of the elements with these global numbers.
std::uint64_t checksum_of_rows(std::span<const std::int64_t> numbers, const MapTable& rows);

/// Compares the mesh of the run with that of a checkpoint. Adds an error for each difference. Collective, as
/// mesh_of_run().
void check_same_mesh(Call& call, const std::string& path, const SavedMesh& saved, ErrorList& errors);

} // namespace nopal::checkpoint
