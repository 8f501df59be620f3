#pragma once
// Communication of all processes of a run. The driver implements it with MPI.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace nopal {

/// All processes call these functions, in the same order. T is trivially copyable.
class Collective {
public:
  virtual ~Collective() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Each value becomes the sum (minimum, maximum) over all processes. Doubles must not be NaN. MPI chooses the order
  /// in which it adds doubles. Reductions::sum gives the same bits for any number of processes.
  void sum(std::span<double> values) { reduce(values, Fold::sum); }
  void sum(std::span<std::int64_t> values) { reduce(values, Fold::sum); }
  void min(std::span<double> values) { reduce(values, Fold::min); }
  void max(std::span<std::int64_t> values) { reduce(values, Fold::max); }
  std::int64_t min(std::int64_t value) {
    reduce({&value, 1}, Fold::min);
    return value;
  }
  /// Whether `condition` holds on all processes.
  bool all(bool condition) { return min(condition ? 1 : 0) != 0; }

  /// Copies rank 0's values to all processes.
  template <class T> void broadcast(std::span<T> values) { broadcast_bytes(bytes_of(values)); }
  /// Returns rank 0's text.
  std::string broadcast(std::string text) {
    std::uint64_t length = text.size();
    broadcast(std::span(&length, 1));
    text.resize(length);
    broadcast(std::span(text));
    return text;
  }

  /// On rank 0, returns the values of all processes, by rank. On the others, returns an empty vector.
  template <class T> std::vector<T> gather(const T& mine) {
    std::vector<T> all(rank() == 0 ? static_cast<std::size_t>(size()) : 0);
    gather_bytes(std::as_bytes(std::span(&mine, 1)), bytes_of(std::span(all)));
    return all;
  }
  /// Brings the values of all processes to rank 0. Rank 0 calls `count(rank)`, the number of values of a process, and
  /// `take(rank, values)` for each process with any, in the order of ranks. It holds the values of one other process at
  /// a time. A process without values sends no message.
  template <class T, class Count, class Take> void gather(std::span<const T> mine, Count&& count, Take&& take) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (rank() != 0) {
      if (!mine.empty()) send(std::as_bytes(mine));
      return;
    }
    if (!mine.empty()) take(0, mine);
    std::vector<T> theirs;
    for (int from = 1; from < size(); ++from) {
      theirs.resize(static_cast<std::size_t>(count(from)));
      if (theirs.empty()) continue;
      receive(from, bytes_of(std::span(theirs)));
      take(from, std::span<const T>(theirs));
    }
  }

  /// Returns once all processes have called it.
  virtual void barrier() = 0;
  /// Address of the MPI_Comm of the run. Use communicator() of <nopal/mpi.hpp>.
  virtual const void* native() const = 0;

protected:
  enum class Fold { sum, min, max };
  virtual void reduce(std::span<double> values, Fold fold) = 0;
  virtual void reduce(std::span<std::int64_t> values, Fold fold) = 0;
  virtual void broadcast_bytes(std::span<std::byte> bytes) = 0;
  /// The same number of bytes from each process; `all` is empty except on rank 0.
  virtual void gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// Sends bytes to rank 0, which calls receive().
  virtual void send(std::span<const std::byte> bytes) = 0;
  virtual void receive(int rank, std::span<std::byte> bytes) = 0;

private:
  template <class T> static std::span<std::byte> bytes_of(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    return std::as_writable_bytes(values);
  }
};

} // namespace nopal
