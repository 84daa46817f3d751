{
  "name": "EPI_LOWER",
  "version": "EPI_VERSION",
  "description": "EPI_SUMMARY",
  "author": "EPI_AUTHOR",
  "homepage": "EPI_URL",
  "license": "SEE LICENSE IN LICENSE",
  "type": "module",
  "main": "EPI_PREFIX.js",
  "types": "EPI_PREFIX.d.ts",
  "exports": {
    ".": {
      "types": "./EPI_PREFIX.d.ts",
      "default": "./EPI_PREFIX.js"
    },
    "./EPI_PREFIX.wasm": "./EPI_PREFIX.wasm"
  },
  "files": ["EPI_PREFIX.js", "EPI_PREFIX.d.ts", "EPI_PREFIX.wasm", "EPI_PREFIX.yaml", "EPI_PREFIX.yaml.sha256", "src"],
  "scripts": {
    "build": "clang --target=wasm32 -std=c99 -O2 -ffp-contract=off -ffreestanding -nostdlib -Wl,--no-entry -Wl,--strip-all src/EPI_PREFIX.c src/EPI_PREFIX()_selftest.c src/EPI_PREFIX()_wasm.c -o EPI_PREFIX.wasm",
    "test": "node test.mjs"
  }
}
