{
  "name": "EPI_PREFIX",
  "version": "EPI_VERSION",
  "description": "EPI_SUMMARY",
  "keywords": "model, neural network, control, epigen",
  "authors": [
    {
      "name": "EPI_AUTHOR"
    }
  ],
  "homepage": "EPI_URL",
  "frameworks": "*",
  "platforms": "*",
  "headers": "EPI_PREFIX.h",
  "build": {
    "srcDir": "src",
    "flags": "-ffp-contract=off"
  },
  "examples": [
    {
      "name": "Infer",
      "base": "examples/Infer",
      "files": ["Infer.ino"]
    },
    {
      "name": "SelfTest",
      "base": "examples/SelfTest",
      "files": ["SelfTest.ino"]
    }
  ]
}
