#include "picture_file.hpp"
#include "settings.hpp"

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::slices::check_settings(call, errors);
  errors.raise_if_any();
  // A run that goes on from a checkpoint keeps the older pictures. So they must be on the disk before the checkpoint
  // is.
  nopal::Services& services = call.services();
  auto& pictures = call.state<nopal::slices::PictureFiles>();
  services.before_checkpoints([&] { services.together([&] { pictures.sync(services.output_folder()); }); },
                              [] { return 0.0; });
}
