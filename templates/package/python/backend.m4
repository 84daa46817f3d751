"""Builds the wheel of EPI_PREFIX (PEP 517) with Python's own library and a C compiler, no other package.

`pip install .` and `python3 -m build` call the functions; `python3 backend.py wheel DIR` does without either.
"""
import base64
import hashlib
import io
import os
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

NAME, VERSION = "EPI_PREFIX", "EPI_VERSION"
PURE = ["__init__.py", "__init__.pyi", "py.typed"]
SOURCES = ["EPI_PREFIX.c", "EPI_PREFIX()_selftest.c", "module.c"]
FILES = (
    ["LICENSE", "PKG-INFO", "README.md", "backend.py", "pyproject.toml", NAME + ".yaml", NAME + ".yaml.sha256"]
    + [NAME + "/" + file for file in PURE]
    + ["src/" + file for file in SOURCES + ["EPI_PREFIX.h", "EPI_PREFIX()_vectors.h"]]
    + ["tests/test_<||>EPI_PREFIX.py"]
)
HERE = os.path.dirname(os.path.abspath(__file__))


def read(path):
    with open(os.path.join(HERE, path), "rb") as file:
        return file.read()


def compile_module(directory):
    """The extension module; -ffp-contract=off: each operation rounds once."""
    link = sysconfig.get_config_var("LDSHARED")
    if not link:
        raise RuntimeError("this Python does not say how extension modules are linked; EPI_PREFIX needs a Unix or macOS one")
    module = os.path.join(directory, "_core" + sysconfig.get_config_var("EXT_SUFFIX"))
    flags = shlex.split(sysconfig.get_config_var("CCSHARED") or "")
    includes = ["-I" + path for path in {sysconfig.get_path("include"), sysconfig.get_path("platinclude")}]
    sources = ["src/" + source for source in SOURCES]
    command = shlex.split(link) + ["-std=gnu11", "-O2", "-ffp-contract=off"] + flags + includes + sources + ["-o", module]
    subprocess.check_call(command, cwd=HERE)
    return module


def tag_text():
    abi = sysconfig.get_config_var("SOABI").split("-")
    abi = "cp" + abi[1] if abi[0] == "cpython" else "_".join(abi[:2])
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return "cp%d%d-%s-%s" % (sys.version_info[0], sys.version_info[1], abi, platform)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info, tag = "%s-%s.dist-info/" % (NAME, VERSION), tag_text()
    with tempfile.TemporaryDirectory() as directory:
        module = compile_module(directory)
        contents = {NAME + "/" + os.path.basename(module): read(module)}
    for file in PURE:
        contents[NAME + "/" + file] = read(NAME + "/" + file)
    contents[info + "METADATA"] = read("PKG-INFO")
    contents[info + "LICENSE"] = read("LICENSE")
    contents[info + "WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: epipack\nRoot-Is-Purelib: false\nTag: %s\n" % tag
    ).encode()
    record = "".join("%s,sha256=%s,%d\n" % (path, digest(data), len(data)) for path, data in sorted(contents.items()))
    contents[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = "%s-%s-%s.whl" % (NAME, VERSION, tag)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w") as archive:
        for path, data in sorted(contents.items()):
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            archive.writestr(entry, data)
    return wheel


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def build_sdist(sdist_directory, config_settings=None):
    root = "%s-%s" % (NAME, VERSION)
    with tarfile.open(os.path.join(sdist_directory, root + ".tar.gz"), "w:gz", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(FILES):
            data = read(path)
            entry = tarfile.TarInfo(root + "/" + path)
            entry.size, entry.mtime = len(data), 315532800
            archive.addfile(entry, io.BytesIO(data))
    return root + ".tar.gz"


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("wheel", "sdist"):
        sys.exit("usage: backend.py wheel|sdist DIRECTORY")
    os.makedirs(sys.argv[2], exist_ok=True)
    print((build_wheel if sys.argv[1] == "wheel" else build_sdist)(sys.argv[2]))
