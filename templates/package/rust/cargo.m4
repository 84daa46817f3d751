[package]
name = "EPI_PREFIX"
version = "EPI_VERSION"
edition = "2021"
description = "EPI_SUMMARY"
authors = ["EPI_AUTHOR"]
homepage = "EPI_URL"
readme = "README.md"
license-file = "LICENSE"
links = "EPI_PREFIX"
categories = ["no-std", "embedded"]

[build-dependencies]
cc = "1"
