#include "picture_file.hpp"
#include "settings.hpp"

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::slices::check_settings(call, errors);
  errors.raise_if_any();
  // A run that goes on from a checkpoint keeps the pictures up to it, which must have outlived a loss of power, too.
  nopal::Services& services = call.services();
  services.before_checkpoints(
      [&services] { services.together([&] { nopal::slices::sync_pictures(services.output_folder()); }); },
      [] { return 0.0; });
}
