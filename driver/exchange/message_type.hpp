#pragma once
// An MPI type for messages of any length. It is needed because the counts of MPI are ints.

#include <mpi.h>

#include <cstddef>

namespace nopal {

/// count() elements of type() are `bytes` contiguous bytes. A message of at most `most_count` bytes uses MPI_BYTE. A
/// longer one uses one element of a type that this object makes and frees.
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
