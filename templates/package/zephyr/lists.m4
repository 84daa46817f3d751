# Each operation rounds once (-ffp-contract=off): the bits are the same on every machine.
if(CONFIG_EPIGEN_<||>EPI_UPPER)
  zephyr_include_directories(../src)
  zephyr_library_named(epigen_<||>EPI_PREFIX)
  zephyr_library_sources(../src/EPI_PREFIX.c)
  zephyr_library_sources_ifdef(CONFIG_EPIGEN_<||>EPI_UPPER<||>_SELFTEST ../src/EPI_PREFIX<||>_selftest.c)
  zephyr_library_compile_options(-ffp-contract=off)
endif()
