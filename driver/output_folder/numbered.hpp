#pragma once
// Series of output folders, for several runs of one parfile: wavetoy, wavetoy-2, wavetoy-3, …

#include <string>
#include <vector>

namespace nopal {

/// Returns the name in a form that a number can be added to: "out/" gives "out", and "." gives the full name of the
/// current folder.
std::string plain_folder_name(const std::string& name);

/// Returns the name with this number; 1 gives the name itself.
std::string numbered_folder(const std::string& name, int number);

/// Returns, in ascending order, the numbers from 2 on for which a file or folder <name>-<number> exists.
std::vector<int> numbers_taken(const std::string& name);

/// Like numbers_taken(), but returns only numbers of folders that belong to runs which asked for the folder `name`. A
/// folder that has this name by chance does not count.
std::vector<int> numbers_of_runs(const std::string& name);

} // namespace nopal
