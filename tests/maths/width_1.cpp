#define NOPAL_WIDTH 1
#include "width.inl"
