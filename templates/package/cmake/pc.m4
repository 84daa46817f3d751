prefix=@CMAKE_INSTALL_PREFIX@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: EPI_PREFIX
Description: EPI_SUMMARY
Version: EPI_VERSION
Cflags: -I${includedir} -ffp-contract=off
Libs: -L${libdir} -l<||>EPI_PREFIX
