#include "driver/exchange/message_type.hpp"

#include "core/base/assert.hpp"

namespace nopal {

MessageType::MessageType(std::size_t bytes, std::size_t most_count) {
  if (bytes <= most_count) {
    count_ = static_cast<int>(bytes);
    return;
  }
  // The type consists of blocks of most_count bytes, followed by the remaining bytes.
  const std::size_t blocks = bytes / most_count;
  NOPAL_ASSERT(blocks <= most_count);
  MPI_Datatype block = MPI_DATATYPE_NULL, body = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(most_count), MPI_BYTE, &block);
  MPI_Type_contiguous(static_cast<int>(blocks), block, &body);
  const int counts[] = {1, static_cast<int>(bytes % most_count)};
  const MPI_Aint offsets[] = {0, static_cast<MPI_Aint>(blocks * most_count)};
  const MPI_Datatype types[] = {body, MPI_BYTE};
  MPI_Type_create_struct(2, counts, offsets, types, &type_);
  MPI_Type_commit(&type_);
  MPI_Type_free(&body);
  MPI_Type_free(&block);
  count_ = 1;
}

MessageType::~MessageType() {
  if (type_ != MPI_BYTE) MPI_Type_free(&type_);
}

} // namespace nopal
