#include "values.hpp"

#include <algorithm>
#include <climits>
#include <new>
#include <string>

namespace nopal::hdf5 {

namespace {

/// Returns the offset of a point in the file, in bytes.
std::int64_t position(const LaidOut& dataset, const Index& point) {
  const Selection& whole = dataset.shape.whole;
  const auto index = [&](int axis) { return (point[axis] - whole.first[axis]) / whole.stride[axis]; };
  return dataset.offset + ((index(2) * whole.count[1] + index(1)) * whole.count[0] + index(0)) *
                              static_cast<std::int64_t>(value_size(dataset.single));
}

/// Writes pieces of memory to a file. Pieces that follow each other in the file are written at once.
class Gathered {
public:
  explicit Gathered(OpenFile& file) : file_(file) { pieces_.reserve(at_once); }

  void add(const void* bytes, std::size_t n, std::int64_t offset) {
    if (pieces_.size() == at_once || offset != end_) flush();
    if (pieces_.empty()) begin_ = offset;
    pieces_.push_back({const_cast<void*>(bytes), n}); // NOLINT(cppcoreguidelines-pro-type-const-cast): it is read
    end_ = offset + static_cast<std::int64_t>(n);
  }
  void flush() {
    file_.write(pieces_, begin_);
    pieces_.clear();
  }

private:
  static constexpr std::size_t at_once = IOV_MAX;
  OpenFile& file_;
  std::vector<iovec> pieces_;
  std::int64_t begin_ = 0;
  std::int64_t end_ = -1;
};

/// Calls use(first point) for each row of a selection, in the order of the file.
template <class Use> void for_rows(const Selection& selection, Use&& use) {
  for (long k = 0; k < selection.count[2]; ++k)
    for (long j = 0; j < selection.count[1]; ++j)
      use(Index{selection.first[0], selection.first[1] + j * selection.stride[1],
                selection.first[2] + k * selection.stride[2]});
}

/// Calls `use` with pieces of a selection, in the order of the file. A piece has whole planes, or whole rows of one
/// plane, and about 1 MiB, so that it stays in the processor's cache until it is written.
template <class Use> void for_pieces(const Selection& part, Use&& use) {
  constexpr long values = (1L << 20) / static_cast<long>(sizeof(double));
  const long rows = std::max(values / std::max(part.count[0], 1L), 1L);
  const long planes = std::max(rows / std::max(part.count[1], 1L), 1L);
  Selection piece = part;
  for (long k = 0; k < part.count[2]; k += planes) {
    piece.first[2] = part.first[2] + k * part.stride[2];
    piece.count[2] = std::min(planes, part.count[2] - k);
    const long together = std::max(planes > 1 ? part.count[1] : rows, 1L);
    for (long j = 0; j < part.count[1]; j += together) {
      piece.first[1] = part.first[1] + j * part.stride[1];
      piece.count[1] = std::min(together, part.count[1] - j);
      use(piece);
    }
  }
}

/// Returns the same source with another first point.
Source source_at(const LaidOut& dataset, const Index& point) {
  Source source = dataset.source;
  long elements = 0;
  for (int axis = 0; axis < 3; ++axis) elements += (point[axis] - dataset.shape.part.first[axis]) * source.stride[axis];
  source.first = static_cast<const std::byte*>(source.first) + elements * source.parts * long{sizeof(double)};
  return source;
}

/// Writes values from their place in memory.
void write_rows(OpenFile& file, const LaidOut& dataset) {
  Gathered gathered(file);
  const std::size_t bytes = static_cast<std::size_t>(dataset.shape.part.count[0]) * value_size(dataset.single);
  for_rows(dataset.shape.part,
           [&](const Index& first) { gathered.add(source_at(dataset, first).first, bytes, position(dataset, first)); });
  gathered.flush();
}

/// Writes a piece of the dataset that `bytes` holds packed.
void write_packed(OpenFile& file, const LaidOut& dataset, const Selection& piece, const std::byte* bytes) {
  Gathered gathered(file);
  const std::size_t row = static_cast<std::size_t>(piece.count[0]) * value_size(dataset.single);
  for_rows(piece, [&](const Index& first) {
    gathered.add(bytes, row, position(dataset, first));
    bytes += row;
  });
  gathered.flush();
}

/// Packs values into a buffer and writes it.
void write_converted(OpenFile& file, const LaidOut& dataset) {
  std::vector<std::byte> buffer;
  for_pieces(dataset.shape.part, [&](const Selection& piece) {
    buffer.resize(static_cast<std::size_t>(piece.points()) * value_size(dataset.single));
    pack(source_at(dataset, piece.first), piece, dataset.part, dataset.single, buffer.data());
    write_packed(file, dataset, piece, buffer.data());
  });
}

std::size_t packed_size(const LaidOut& dataset) {
  return static_cast<std::size_t>(dataset.shape.part.points()) * value_size(dataset.single);
}

} // namespace

void write_values(OpenFile& file, std::span<const LaidOut> datasets) {
  for (const LaidOut& dataset : datasets)
    if (is_unchanged(dataset.shape, dataset.source, dataset.single))
      write_rows(file, dataset);
    else
      write_converted(file, dataset);
}

std::size_t Copies::take(std::span<const LaidOut> datasets, std::int64_t limit) {
  std::size_t n = 0, bytes = 0;
  while (n < datasets.size() && bytes + packed_size(datasets[n]) <= static_cast<std::size_t>(limit))
    bytes += packed_size(datasets[n++]);
  if (bytes > bytes_ || bytes_ > static_cast<std::size_t>(limit)) make_room(bytes);
  datasets_.assign(datasets.begin(), datasets.begin() + static_cast<std::ptrdiff_t>(n));
  std::byte* to = memory_.get();
  for (const LaidOut& dataset : datasets_) {
    pack(dataset.source, dataset.shape.part, dataset.part, dataset.single, to);
    to += packed_size(dataset);
  }
  return n;
}

void Copies::make_room(std::size_t bytes) {
  memory_.reset();
  bytes_ = 0;
  try {
    memory_ = new_bytes(bytes);
  } catch (const std::bad_alloc&) {
    throw Error("hdf5: there is no memory for a copy of " + std::to_string(bytes) +
                " bytes, which is written in the background: set hdf5.background_memory to less, or hdf5.background to "
                "false");
  }
  bytes_ = bytes;
}

void Copies::write(OpenFile& file) const {
  const std::byte* from = memory_.get();
  for (const LaidOut& dataset : datasets_) {
    for_pieces(dataset.shape.part, [&](const Selection& piece) {
      write_packed(file, dataset, piece, from);
      from += static_cast<std::size_t>(piece.points()) * value_size(dataset.single);
    });
  }
}

} // namespace nopal::hdf5
