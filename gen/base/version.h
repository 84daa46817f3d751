#ifndef EPIGEN_VERSION_H
#define EPIGEN_VERSION_H

#define EPIGEN_VERSION "0.1.0"

#endif
