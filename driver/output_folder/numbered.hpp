#pragma once
// Output folders that runs of one parfile take one after the other: wavetoy, wavetoy-2, wavetoy-3, …

#include <string>
#include <vector>

namespace nopal {

/// A folder's name without what stands at its end for nothing, and one that a number can be added to: "out/" is "out",
/// and "." the full name of the current folder.
std::string plain_folder_name(const std::string& name);

/// The name with this number; 1 is the name itself.
std::string numbered_folder(const std::string& name, int number);

/// Numbers of 2 and more that something beside the folder has, ascending.
std::vector<int> numbers_taken(const std::string& name);

/// Those of them that are output folders of runs that were to have the folder `name`: what has such a name by chance
/// is none.
std::vector<int> numbers_of_runs(const std::string& name);

} // namespace nopal
