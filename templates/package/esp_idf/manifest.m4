version: "EPI_VERSION"
description: "EPI_SUMMARY"
url: "EPI_URL"
maintainers:
  - "EPI_AUTHOR"
tags:
  - epigen
examples:
  - path: ./examples/selftest
