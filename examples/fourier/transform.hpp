#pragma once
// Real Fourier transforms in place, by whatever library can reach the memory.

#include <nopal/native.hpp>
#include <nopal/thorn.hpp>

#include <memory>
#include <string>

namespace fourier {

/// Where the points lie. Fields of nopal are padded: rows begin at multiples of 64 bytes, and ghosts lie between them.
/// FFTW and cuFFT take such strides as they are, so that nothing is copied into a dense array first.
struct Rows {
  int dimension = 3;
  int points[3];       ///< along each axis, slowest first, as FFT libraries count; `dimension` of them
  int embedding[3];    ///< the same in memory, in real numbers
  int embedding_of[3]; ///< in complex numbers, once transformed
  long first = 0;      ///< elements from the address of the field to the first point
};

/// A row of n real numbers becomes n/2 + 1 complex ones in the same place, real and imaginary part in turn, not scaled.
/// They need up to two elements more than there are points.
class Transform {
public:
  virtual ~Transform() = default;
  /// What transforms, for the log.
  virtual std::string name() const = 0;
  /// `field` is what Part::device_pointer gave. Commands go to the queue of the device, where it has one.
  virtual void forward(void* field) = 0;
  virtual void backward(void* field) = 0;
};

/// FFTW, on addresses of the host.
std::unique_ptr<Transform> on_host(const Rows& rows);
/// FFTW, on buffers that are mapped to the host. Costs nothing on a CPU.
std::unique_ptr<Transform> on_mapped(const Rows& rows, nopal::Device& device);
/// clFFT, on buffers of OpenCL; only where this was built with it (FOURIER_CLFFT).
std::unique_ptr<Transform> by_clfft(const Rows& rows, nopal::Device& device);
/// cuFFT, found at run time.
std::unique_ptr<Transform> on_cuda(const Rows& rows, nopal::Device& device);

} // namespace fourier
