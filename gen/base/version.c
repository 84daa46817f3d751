/* The Makefile defines EPIGEN_VERSION and compiles this object anew when git's state changes. */
#include "base/version.h"

const char epigen_version[] = EPIGEN_VERSION;
