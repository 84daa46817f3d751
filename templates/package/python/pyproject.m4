[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "EPI_PREFIX"
version = "EPI_VERSION"
description = "EPI_SUMMARY"
readme = "README.md"
requires-python = ">=3.8"
license = {file = "LICENSE"}
authors = [{name = "EPI_AUTHOR"}]
