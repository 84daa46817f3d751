m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    EPI_PREFIX.fmu                          # open it in any tool for FMI EPI_FMI_VERSION co-simulation
    set the inputs, do a step               # the model is static: outputs are those of the inputs that are set
    get the outputs                         # EPI_IF_ETA(<|where EPI_ETA_NAME > 0.5 or |>)EPI_STATUS_NAME is not 0, do not trust them

`EPI_PREFIX.fmu` is the archive of the folders beside it. It holds sources with their build description and, if it was
packed on x86-64 Linux with a C compiler, a binary for that. Instances are independent of each other and may be used by
several threads at once, each instance by one at a time. Whoever builds the sources passes -ffp-contract=off.
m4_include(<|package/about/tail.m4|>)m4_dnl
