# EPI_PREFIX EPI_VERSION: a model as a library, its self-test, and what find_package and pkg-config need.
cmake_minimum_required(VERSION 3.13)
project(EPI_PREFIX VERSION EPI_VERSION LANGUAGES C)
include(GNUInstallDirs)

add_library(EPI_PREFIX src/EPI_PREFIX.c)
add_library(EPI_PREFIX::EPI_PREFIX ALIAS EPI_PREFIX)
target_include_directories(EPI_PREFIX PUBLIC
    "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/src>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
set_target_properties(EPI_PREFIX PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS ON POSITION_INDEPENDENT_CODE ON
    WINDOWS_EXPORT_ALL_SYMBOLS ON)
# Each operation rounds once: the bits are the same on every machine. (With C_EXTENSIONS gcc does so on s390x, too.)
if(CMAKE_C_COMPILER_ID MATCHES "MSVC")
    target_compile_options(EPI_PREFIX PUBLIC "$<$<COMPILE_LANGUAGE:C,CXX>:/fp:precise>")
else()
    target_compile_options(EPI_PREFIX PUBLIC "$<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off>")
endif()

if(CMAKE_SOURCE_DIR STREQUAL PROJECT_SOURCE_DIR)
    include(CTest)
endif()
if(BUILD_TESTING OR EPI_UPPER()_BUILD_SELFTEST)
    enable_testing()
    add_executable(epi_selftest src/EPI_PREFIX()_selftest.c)
    set_target_properties(epi_selftest PROPERTIES C_STANDARD 99)
    target_compile_definitions(epi_selftest PRIVATE EPI_UPPER()_SELFTEST_MAIN)
    target_link_libraries(epi_selftest PRIVATE EPI_PREFIX::EPI_PREFIX)
    add_test(NAME epi_selftest COMMAND epi_selftest)
endif()

include(CMakePackageConfigHelpers)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/EPI_PREFIX()ConfigVersion.cmake" COMPATIBILITY SameMajorVersion)
configure_file(EPI_PREFIX.pc.in EPI_PREFIX.pc @ONLY)
install(TARGETS EPI_PREFIX EXPORT EPI_PREFIX()Targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES src/EPI_PREFIX.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT EPI_PREFIX()Targets NAMESPACE EPI_PREFIX:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/EPI_PREFIX")
install(FILES EPI_PREFIX()Config.cmake "${CMAKE_CURRENT_BINARY_DIR}/EPI_PREFIX()ConfigVersion.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/EPI_PREFIX")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/EPI_PREFIX.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
