#pragma once
// Real Fourier transforms in place, by a library that can access the memory.

#include <nopal/native.hpp>
#include <nopal/thorn.hpp>

#include <memory>
#include <string>

namespace fourier {

/// The positions of the points in memory. Fields of nopal are padded: rows begin at multiples of 64 bytes, and ghosts
/// lie between them. FFTW and cuFFT accept these strides, so they need no copy into a dense array.
struct Rows {
  int dimension = 3;
  int points[3];       ///< along each axis, slowest first, as FFT libraries count; `dimension` of them
  int embedding[3];    ///< extents of the memory, in real numbers
  int embedding_of[3]; ///< extents of the memory of the transform, in complex numbers
  long first = 0;      ///< elements from the address of the field to the first point
};

/// A row of n real numbers becomes n/2 + 1 complex numbers in the same place, not scaled. Real and imaginary parts
/// alternate. They need up to two more elements than the row has points.
class Transform {
public:
  virtual ~Transform() = default;
  /// The library and its version, for the log.
  virtual std::string name() const = 0;
  /// `field` is the result of Part::device_pointer. Commands go to the queue of the device, if it has one.
  virtual void forward(void* field) = 0;
  virtual void backward(void* field) = 0;
};

/// FFTW, on addresses of the host.
std::unique_ptr<Transform> on_host(const Rows& rows);
/// FFTW, on buffers that are mapped to the host. Mapping costs nothing on a CPU.
std::unique_ptr<Transform> on_mapped(const Rows& rows, nopal::Device& device);
/// clFFT, on buffers of OpenCL. Defined only if the thorn was built with clFFT (FOURIER_CLFFT).
std::unique_ptr<Transform> by_clfft(const Rows& rows, nopal::Device& device);
/// cuFFT, found at run time.
std::unique_ptr<Transform> on_cuda(const Rows& rows, nopal::Device& device);

} // namespace fourier
