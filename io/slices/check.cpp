#include "settings.hpp"

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::slices::check_settings(call, errors);
  errors.raise_if_any();
}
