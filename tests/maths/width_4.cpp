#define NOPAL_WIDTH 4
#include "width.inl"
