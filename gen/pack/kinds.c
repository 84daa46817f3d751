/* See kinds.h: the rows, in the order in which --help lists them. */
#include "pack/kinds.h"

#include "pack/words.h"

#include <string.h>

/* The four emitted files in one folder. */
#define CODE(folder)                                                                               \
    {folder "@.c", FROM_EMITTER, ".c", ARCHIVED}, {folder "@.h", FROM_EMITTER, ".h", ARCHIVED},    \
        {folder "@_selftest.c", FROM_EMITTER, "_selftest.c", ARCHIVED},                            \
    {                                                                                              \
        folder "@_vectors.h", FROM_EMITTER, "_vectors.h", ARCHIVED                                 \
    }
#define TEMPLATE(path, template)                                                                   \
    {                                                                                              \
        path, FROM_TEMPLATE, template, ARCHIVED                                                    \
    }
#define SPEC_IN(folder)                                                                            \
    {folder "@.yaml", FROM_SPEC, NULL, ARCHIVED},                                                  \
    {                                                                                              \
        folder "@.yaml.sha256", FROM_CHECKSUM, NULL, ARCHIVED                                      \
    }
/* What every package says of itself. */
#define ABOUT(readme)                                                                              \
    TEMPLATE("README.md", readme), TEMPLATE("LICENSE", "about/licence.m4"), SPEC_IN("")
#define WORDS(...)  ((const char *const[]){__VA_ARGS__, NULL})
#define FILES(rows) .files = (rows), .n_files = sizeof(rows) / sizeof((rows)[0])

static const struct kind_file cmake[] = {
    CODE("src/"),
    ABOUT("cmake/readme.m4"),
    TEMPLATE("CMakeLists.txt", "cmake/lists.m4"),
    TEMPLATE("@Config.cmake", "cmake/config.m4"),
    TEMPLATE("@ConfigVersion.cmake", "cmake/version.m4"),
    TEMPLATE("@.pc.in", "cmake/pc.m4"),
};

static const struct kind_file python[] = {
    CODE("src/"),
    ABOUT("python/readme.m4"),
    TEMPLATE("PKG-INFO", "python/pkg_info.m4"),
    TEMPLATE("pyproject.toml", "python/pyproject.m4"),
    TEMPLATE("backend.py", "python/backend.m4"),
    TEMPLATE("@/__init__.py", "python/init.m4"),
    TEMPLATE("@/__init__.pyi", "python/stub.m4"),
    TEMPLATE("@/py.typed", "python/typed.m4"),
    TEMPLATE("src/module.c", "python/module.m4"),
    TEMPLATE("tests/test_@.py", "python/test.m4"),
};

/* An FMU holds no file outside of the folders that the standard names: what is for people lies
 * beside it, too. */
#define FMU(readme, fmi)                                                                           \
    CODE("sources/"), SPEC_IN("resources/"), {"README.md", FROM_TEMPLATE, readme, BESIDE},         \
        {"LICENSE", FROM_TEMPLATE, "about/licence.m4", BESIDE},                                    \
        TEMPLATE("documentation/README.md", readme),                                               \
        TEMPLATE("documentation/licenses/license.txt", "about/licence.m4"),                        \
        TEMPLATE("modelDescription.xml", "fmu/description" fmi ".m4"),                             \
        TEMPLATE("sources/@_fmi" fmi ".c", "fmu/source" fmi ".m4")
static const struct kind_file fmu2[] = {FMU("fmu/readme2.m4", "2")};
static const struct kind_file fmu3[] = {FMU("fmu/readme3.m4", "3"),
                                        TEMPLATE("sources/buildDescription.xml", "fmu/build3.m4")};
#define SHARED_LIBRARY(source, path)                                                               \
    WORDS("cc", "-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-shared", \
          "-Wl,--build-id=none", "sources/@.c", source, "-o", path)

#define SKETCHES                                                                                   \
    TEMPLATE("examples/Infer/Infer.ino", "arduino/infer.m4"),                                      \
        TEMPLATE("examples/SelfTest/SelfTest.ino", "arduino/selftest.m4")
static const struct kind_file arduino[] = {
    CODE("src/"),
    ABOUT("arduino/readme.m4"),
    SKETCHES,
    TEMPLATE("library.properties", "arduino/properties.m4"),
};
static const struct kind_file platformio[] = {
    CODE("src/"),
    ABOUT("platformio/readme.m4"),
    SKETCHES,
    TEMPLATE("library.json", "platformio/library.m4"),
};

static const struct kind_file zephyr[] = {
    CODE("src/"),
    ABOUT("zephyr/readme.m4"),
    TEMPLATE("zephyr/module.yml", "zephyr/module.m4"),
    TEMPLATE("zephyr/Kconfig", "zephyr/kconfig.m4"),
    TEMPLATE("zephyr/CMakeLists.txt", "zephyr/lists.m4"),
    TEMPLATE("samples/selftest/CMakeLists.txt", "zephyr/sample_lists.m4"),
    TEMPLATE("samples/selftest/prj.conf", "zephyr/sample_conf.m4"),
    TEMPLATE("samples/selftest/sample.yaml", "zephyr/sample.m4"),
    TEMPLATE("samples/selftest/src/main.c", "zephyr/main.m4"),
};

static const struct kind_file esp_idf[] = {
    CODE("src/"),
    ABOUT("esp_idf/readme.m4"),
    TEMPLATE("idf_component.yml", "esp_idf/manifest.m4"),
    TEMPLATE("CMakeLists.txt", "esp_idf/lists.m4"),
    TEMPLATE("examples/selftest/CMakeLists.txt", "esp_idf/example_lists.m4"),
    TEMPLATE("examples/selftest/main/CMakeLists.txt", "esp_idf/example_main_lists.m4"),
    TEMPLATE("examples/selftest/main/idf_component.yml", "esp_idf/example_manifest.m4"),
    TEMPLATE("examples/selftest/main/main.c", "esp_idf/example_main.m4"),
};

static const struct kind_file cmsis[] = {
    CODE("src/"),
    ABOUT("cmsis/readme.m4"),
    TEMPLATE("epigen.@.pdsc", "cmsis/pdsc.m4"),
};

static const struct kind_file octave[] = {
    CODE("src/"),
    ABOUT("octave/readme.m4"),
    TEMPLATE("@.m", "octave/help.m4"),
    TEMPLATE("@_build.m", "octave/build.m4"),
    TEMPLATE("src/@_mex.c", "octave/mex.m4"),
    TEMPLATE("src/@_sfun.c", "octave/sfun.m4"),
};

static const struct kind_file wasm[] = {
    CODE("src/"),
    ABOUT("wasm/readme.m4"),
    TEMPLATE("package.json", "wasm/package.m4"),
    TEMPLATE("@.js", "wasm/module.m4"),
    TEMPLATE("@.d.ts", "wasm/types.m4"),
    TEMPLATE("test.mjs", "wasm/test.m4"),
    TEMPLATE("src/@_wasm.c", "wasm/source.m4"),
};

static const struct kind_file rust[] = {
    CODE("c/"),
    ABOUT("rust/readme.m4"),
    TEMPLATE("Cargo.toml", "rust/cargo.m4"),
    TEMPLATE("build.rs", "rust/build.m4"),
    TEMPLATE("src/lib.rs", "rust/lib.m4"),
};

const struct kind kinds[] = {
    {.name = "cmake",
     .what = "CMake (find_package, add_subdirectory, ctest) and pkg-config",
     FILES(cmake),
     .tools = WORDS("cmake", "cc"),
     .reserved = words_cmake,
     .language = "CMake"},
    {.name = "zephyr",
     .what = "a Zephyr module, with its self-test as a sample",
     FILES(zephyr),
     .tools = WORDS("west", "cmake")},
    {.name = "platformio",
     .what = "a PlatformIO library, with examples",
     FILES(platformio),
     .tools = WORDS("pio")},
    {.name = "arduino",
     .what = "an Arduino library, with examples",
     FILES(arduino),
     .tools = WORDS("arduino-cli")},
    {.name = "esp-idf",
     .what = "an ESP-IDF component, with an example",
     FILES(esp_idf),
     .tools = WORDS("idf.py")},
    {.name = "cmsis-pack",
     .what = "a CMSIS-Pack",
     FILES(cmsis),
     .tools = WORDS("cpackget", "cbuild"),
     .archive = {ARCHIVE_ZIP, "epigen.@.#.pack", ""}},
    {.name = "fmu2",
     .what = "an FMU for co-simulation, FMI 2.0",
     FILES(fmu2),
     .tools = WORDS("cc"),
     .product = {"binaries/linux64/@.so", "x86_64",
                 SHARED_LIBRARY("sources/@_fmi2.c", "binaries/linux64/@.so")},
     .archive = {ARCHIVE_ZIP, "@.fmu", ""}},
    {.name = "fmu3",
     .what = "an FMU for co-simulation, FMI 3.0, with Float32 variables",
     FILES(fmu3),
     .tools = WORDS("cc"),
     .product = {"binaries/x86_64-linux/@.so", "x86_64",
                 SHARED_LIBRARY("sources/@_fmi3.c", "binaries/x86_64-linux/@.so")},
     .archive = {ARCHIVE_ZIP, "@.fmu", ""}},
    {.name = "python",
     .what = "a Python module: its sdist, which needs python3-dev and a C compiler",
     FILES(python),
     .tools = WORDS("python3", "cc"),
     .reserved = words_python,
     .language = "Python",
     .archive = {ARCHIVE_TAR_GZ, "dist/@-#.tar.gz", "@-#/"}},
    {.name = "octave",
     .what = "a MEX function for Octave and Matlab, an S-function for Simulink",
     FILES(octave),
     .tools = WORDS("mkoctfile")},
    {.name = "wasm",
     .what = "WebAssembly with a JavaScript module and its types, for npm",
     FILES(wasm),
     .tools = WORDS("clang", "wasm-ld"),
     .product = {"@.wasm", NULL,
                 WORDS("clang", "--target=wasm32", "-std=c99", "-O2", "-ffp-contract=off",
                       "-ffreestanding", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all",
                       "src/@.c", "src/@_selftest.c", "src/@_wasm.c", "-o", "@.wasm")}},
    {.name = "rust",
     .what = "a no_std crate with a safe wrapper",
     FILES(rust),
     .tools = WORDS("cargo", "cc"),
     .reserved = words_rust,
     .language = "Rust"},
};
const size_t kind_count = sizeof(kinds) / sizeof(kinds[0]);

const struct kind *kind_find(const char *name)
{
    for (size_t i = 0; i < kind_count; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}
