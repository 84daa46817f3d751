m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    add_subdirectory(EPI_PREFIX)                                # or: find_package(EPI_PREFIX EPI_VERSION CONFIG REQUIRED)
    target_link_libraries(controller PRIVATE EPI_PREFIX::EPI_PREFIX)
    #include "EPI_PREFIX.h"                                     /* epi_result_t r; epi_infer(x, &r); */

`cmake -B build && cmake --build build && ctest --test-dir build` runs the self-test; with a toolchain file it runs on
the target or in its emulator (CMAKE_CROSSCOMPILING_EMULATOR). `cmake --install build` also installs `EPI_PREFIX.pc` for pkg-config.
m4_include(<|package/about/tail.m4|>)m4_dnl
