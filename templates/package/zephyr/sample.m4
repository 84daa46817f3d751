sample:
  name: EPI_PREFIX self-test
tests:
  epigen.EPI_PREFIX.selftest:
    tags: epigen
    harness: console
    harness_config:
      type: one_line
      regex:
        - "EPI_PREFIX self-test: 0"
