#!/usr/bin/env python3
"""The ABI of libdana: core/library/libdana.map, the functions by the version that they came with, and
core/library/abi/MACHINE.xml, what abidw tells of them and their types.

Usage: core/tools/abi.py check LIBRARY    prints what differs from the public headers, the map and the description
       core/tools/abi.py write LIBRARY [--unreleased]
           writes map and description; new functions go to the last version of the map

LIBRARY is a libdana.so with debug information. Once a version of the map is released, what it has stays: new functions
need a new version (an empty DANA_1.1 at the end of the map, by hand), a function that is gone or changed, or a type that
callers see and that changed, a new major one (DANA_2.0). --unreleased: the last version was not released yet.
"""
import glob
import os
import platform
import re
import subprocess
import sys
import tempfile

CORE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = os.path.join(CORE, "include")
MAP = os.path.join(CORE, "library", "libdana.map")
DESCRIPTION = os.path.join(CORE, "library", "abi", platform.machine() + ".xml")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# a prototype begins in the first column, and takes lines up to its semicolon
PROTOTYPE = re.compile(r"^(?!typedef|#|\s|\}|static)[A-Za-z_][^;{}#]*?\b(dana_\w+)\([^;{}]*\)[^;{}]*;", re.M)
NODE = re.compile(r"^(DANA_\d+\.\d+) \{\n(?:global:\n)?(.*?)^\}[^;]*;", re.M | re.S)
# of abidiff's exit status, a set of bits; the others tell of differences
FAILED, USAGE = 1, 2


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def declared():
    """The functions of the public headers."""
    names = set()
    for path in glob.glob(os.path.join(HEADERS, "dana", "*.h")):
        with open(path, encoding="utf-8") as file:
            names |= set(PROTOTYPE.findall(COMMENT.sub("", file.read())))
    return names


def read_map():
    """Version to its functions, from old to new."""
    with open(MAP, encoding="utf-8") as file:
        return {name: set(re.findall(r"\b(dana_\w+);", body)) for name, body in NODE.findall(file.read())}


def map_text(versions):
    text = "/* The ABI of libdana: its functions by the version that they came with. See core/tools/abi.py. */\n"
    before = ""
    for name, functions in versions.items():
        text += f"{name} {{\n" + "global:\n" * bool(functions) + "".join(f"    {f};\n" for f in sorted(functions))
        text += ("local:\n    *;\n" if not before else "") + f"}}{before};\n"
        before = f" {name}"
    return text


def exported(library):
    """Function to version, and the soname, as the dynamic linker sees them."""
    lines = run("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines()
    symbols = dict(re.split("@@?", line.split()[-1] + "@", maxsplit=1) for line in lines if line.split()[-2] != "A")
    found = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", library))
    return {name: version.strip("@") for name, version in symbols.items()}, found and found.group(1)


def describe(library, path):
    run("abidw", "--headers-dir", HEADERS, "--drop-private-types", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
        "--no-elf-needed", "--exported-interfaces-only", "--type-id-style", "hash", "--out-file", path, library)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:  # sources by their path in the project
        file.write(re.sub(r"path='[^']*?/(core/(?:src|include)/)", r"path='\1", text))


def difference(library):
    """abidiff's report and its bits; nothing where they are equal or no description is there for this machine."""
    if not os.path.exists(DESCRIPTION):
        print(f"skipped: no {os.path.relpath(DESCRIPTION, CORE)}: the types were not compared")
        return "", 0
    with tempfile.NamedTemporaryFile(suffix=".xml") as now:
        describe(library, now.name)
        found = subprocess.run(["abidiff", "--no-show-locs", "--harmless", DESCRIPTION, now.name], capture_output=True, text=True)
    if found.returncode & (FAILED | USAGE):
        sys.exit(f"abidiff: {found.stdout}{found.stderr}")
    return found.stdout, found.returncode


def complaints(library):
    versions, declarations = read_map(), declared()
    mapped = {name: version for version, names in versions.items() for name in names}
    symbols, soname = exported(library)
    major = list(versions)[-1].split("_")[1].split(".")[0]
    yield from (f"{name} is declared and not in the map" for name in sorted(declarations - set(mapped)))
    yield from (f"{name} is in the map and not declared" for name in sorted(set(mapped) - declarations))
    yield from (f"{name} is visible as {symbols.get(name)}, not {mapped.get(name)}"
                for name in sorted(set(symbols) | set(mapped)) if symbols.get(name) != mapped.get(name))
    yield from [f"the soname is {soname}"] * (soname != f"libdana.so.{major}")
    report, _ = difference(library)
    yield from [report] * bool(report.strip())


def write(library, unreleased):
    versions, declarations = read_map(), declared()
    report, bits = difference(library)
    gone = set().union(*versions.values()) - declarations
    added = declarations - set().union(*versions.values())
    if (bits or gone or added) and versions[list(versions)[-1]] and not unreleased:
        print(report + "".join(f"{name} is {what}\n" for what, names in (("gone", gone), ("new", added)) for name in sorted(names)))
        sys.exit("begin a new version at the end of the map, or say --unreleased")
    last = list(versions)[-1]
    versions = {name: functions - gone for name, functions in versions.items()}
    versions[last] |= added
    with open(MAP, "w", encoding="utf-8") as file:
        file.write(map_text(versions))
    os.makedirs(os.path.dirname(DESCRIPTION), exist_ok=True)
    describe(library, DESCRIPTION)
    if set(exported(library)[0]) != declarations:
        print("the map has changed: build libdana again, and write once more")


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("check", "write") or sys.argv[3:] not in ([], ["--unreleased"]):
        sys.exit(__doc__)
    if sys.argv[1] == "write":
        return write(sys.argv[2], len(sys.argv) > 3)
    problems = list(complaints(sys.argv[2]))
    print("".join(f"FAILED {problem}\n" for problem in problems), end="")
    sys.exit(bool(problems) and "where this is meant: core/tools/abi.py write")


if __name__ == "__main__":
    main()
