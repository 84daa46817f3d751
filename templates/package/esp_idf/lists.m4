# Each operation rounds once (-ffp-contract=off): the bits are the same on every machine.
idf_component_register(SRCS "src/EPI_PREFIX.c" "src/EPI_PREFIX()_selftest.c" INCLUDE_DIRS "src")
target_compile_options(${COMPONENT_LIB} PRIVATE -ffp-contract=off)
