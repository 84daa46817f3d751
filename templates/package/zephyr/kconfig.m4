# The model EPI_PREFIX EPI_VERSION.

config EPIGEN_<||>EPI_UPPER
	bool "Model EPI_PREFIX"
	imply FPU
	help
	  EPI_SUMMARY.

config EPIGEN_<||>EPI_UPPER<||>_SELFTEST
	bool "Self-test of the model EPI_PREFIX"
	depends on EPIGEN_<||>EPI_UPPER
	help
	  Links epi_selftest, which returns 0 if the compiled model
	  gives the expected bits on this machine.
