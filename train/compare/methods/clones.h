/* CLONES in front of a function: the compiler makes one copy for each generation of x86 and picks
   at start. Without fused operations all copies give the same bits. */
#ifndef COMPARE_CLONES_H
#define COMPARE_CLONES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#endif
