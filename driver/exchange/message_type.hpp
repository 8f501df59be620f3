#pragma once
// MPI counts are ints: a type that covers a message of any length.

#include <mpi.h>

#include <cstddef>

namespace nopal {

/// `count` elements of `type` are `bytes` contiguous bytes. Short messages use MPI_BYTE; longer ones than
/// `most_count` bytes one element of a type of their own, freed here.
class MessageType {
public:
  explicit MessageType(std::size_t bytes, std::size_t most_count = 0x7fffffff);
  ~MessageType();
  MessageType(const MessageType&) = delete;
  MessageType& operator=(const MessageType&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

private:
  int count_ = 0;
  MPI_Datatype type_ = MPI_BYTE;
};

} // namespace nopal
