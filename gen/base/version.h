#ifndef EPIGEN_VERSION_H
#define EPIGEN_VERSION_H

/* What --version and emitted files say; made of gen/base/VERSION and of git's state by version.sh.
 */
extern const char epigen_version[];

#endif
