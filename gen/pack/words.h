/* Names that are right in C and cannot be those of a package elsewhere. Each list ends with NULL.
 */
#ifndef EPIGEN_WORDS_H
#define EPIGEN_WORDS_H

extern const char *const words_cmake[];
extern const char *const words_python[];
extern const char *const words_rust[];

#endif
