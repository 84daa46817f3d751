name: EPI_PREFIX
build:
  cmake: zephyr
  kconfig: zephyr/Kconfig
samples:
  - samples
