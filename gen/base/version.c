/* The one object that is compiled anew when git's state changes: the Makefile defines
 * EPIGEN_VERSION. */
#include "base/version.h"

const char epigen_version[] = EPIGEN_VERSION;
