dependencies:
  EPI_PREFIX:
    path: ../../..
