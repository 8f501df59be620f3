#pragma once
// Variables in an openPMD file.

#include "content.hpp"
#include "file.hpp"

namespace nopal::hdf5 {

/// Returns "<thorn>_<variable>". Names of openPMD have letters, digits and underscores.
std::string record_name(const Variables& variables, int variable);

/// Returns the names of a variable's components in the file: r and i for complex, because openPMD 1.1 and XDMF have no
/// complex type. The other types have no components: their record is the dataset.
std::vector<std::string> component_names(Type type);

/// True if the file has the group's values as floats: reals and complex numbers of grid functions and dats.
bool is_single(const Options& options, const Group& group);

/// Returns the bytes of a variable of the group in the file, without metadata and compression. The group has no dats.
std::int64_t bytes_of(const Options& options, const Group& group);

/// Returns the values of a slot in memory, beginning with point `first`. `fields` is the part or the call that has the
/// slot.
Source source_of(const Fields& fields, Type type, Slot slot, const Index& first);

/// Writes the attributes of an array or dat: the time of its values, description and unit.
void describe_values(hid_t object, const Call& call, Slot slot);

/// Writes all variables, in their order, and then the tables of maps. The selected points of a grid function become a
/// mesh record, an array a dataset (complex: two), a dat a dataset, a scalar an attribute of the iteration. Collective
/// if the file has parallel access.
void write_content(File& file, Datasets& datasets, const Options& options, Call& call, const Content& content);

} // namespace nopal::hdf5
