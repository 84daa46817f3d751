#ifndef EPIGEN_VERSION_H
#define EPIGEN_VERSION_H

/* The version that --version and emitted files state. version.sh makes it of gen/base/VERSION and
   git's state. */
extern const char epigen_version[];

#endif
