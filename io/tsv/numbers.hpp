#pragma once
// Numbers as text.

#include <complex>
#include <cstdint>
#include <string>

namespace nopal::tsv {

/// Returns 17 significant digits, which read back to the same bits. A NaN is "nan".
std::string text(double value);
std::string text(std::int64_t value);
/// Returns two columns.
inline std::string text(const std::complex<double>& value) { return text(value.real()) + '\t' + text(value.imag()); }

} // namespace nopal::tsv
