#define NOPAL_WIDTH 8
#include "width.inl"
