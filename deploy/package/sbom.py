#!/usr/bin/env python3
"""Writes the list of components (SBOM) of the program or of the image's root as CycloneDX 1.5, in JSON: the Debian
packages of the shared libraries with versions, licences, and who needs whom. Its date is that of the release, its number
follows from its content: the same input gives the same bytes.

Usage: sbom.py program PROGRAM OUTPUT [--readelf READELF]   (dpkg's records of this machine; Debian's multiarch folders)
       sbom.py image ROOT OUTPUT                            (the records in ROOT/var/lib/dpkg/status.d)"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import urllib.parse
import uuid

import tables

TRIPLETS = {"Advanced Micro Devices X86-64": "x86_64-linux-gnu", "AArch64": "aarch64-linux-gnu"}
# Short names of licences in Debian's copyright files that have another name in SPDX's list.
SPDX = {"expat": "MIT", "mit": "MIT", "zlib": "Zlib", "curl": "curl", "apache-2": "Apache-2.0", "apache-2.0": "Apache-2.0",
        "lgpl-2.1+": "LGPL-2.1-or-later", "lgpl-2.1": "LGPL-2.1-only", "lgpl-2+": "LGPL-2.0-or-later",
        "lgpl-3+": "LGPL-3.0-or-later", "gpl-2+": "GPL-2.0-or-later", "gpl-2": "GPL-2.0-only", "gpl-3+": "GPL-3.0-or-later",
        "gpl-3": "GPL-3.0-only", "bsd-3-clause": "BSD-3-Clause", "bsd-2-clause": "BSD-2-Clause", "isc": "ISC",
        "mpl-2.0": "MPL-2.0", "openldap-2.8": "OLDAP-2.8", "unicode": "Unicode-DFS-2016"}

LICENCE_NAME_MAX = 40  # what is longer is a sentence


class Host:
    """dpkg's records of this machine."""
    root = ""

    def owners(self, paths):
        """The packages that files belong to, by path; a file may be recorded under / or under /usr."""
        wanted = {form: path for path in paths for form in (path, re.sub("^/usr", "", path), "/usr" + path)}
        listed = subprocess.run(["dpkg-query", "-S", *wanted], capture_output=True, text=True, check=False).stdout
        found = {}
        for line in listed.splitlines():
            names, _, path = line.rpartition(": ")
            if path in wanted:
                found[wanted[path]] = names.split(",")[0]
        return found

    def record(self, name):
        return fields(subprocess.run(["dpkg-query", "-s", name], capture_output=True, text=True, check=True).stdout)


class Image:
    """The records of an image's root, one file a package; which file belongs to which is told by Host, so not here."""
    def __init__(self, root):
        self.root = root
        self.folder = os.path.join(root, "var/lib/dpkg/status.d")

    def names(self):
        return sorted(os.listdir(self.folder))

    def record(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as text:
            return fields(text.read())


def fields(text):
    """The fields of a record of dpkg, first lines only."""
    return dict(line.split(": ", 1) for line in text.splitlines() if re.match(r"[A-Za-z-]+: ", line))


def read_elf(readelf, path):
    """The names of the shared libraries that a file needs, and its machine."""
    text = subprocess.run([readelf, "-hd", path], capture_output=True, text=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout
    machine = re.search(r"Machine: +(.*)$", text, re.M).group(1).strip()
    return re.findall(r"\(NEEDED\).*\[(.*)\]$", text, re.M), machine


def libraries(readelf, program):
    """The program and the files of all its libraries: path to the paths of what it needs."""
    _, machine = read_elf(readelf, program)
    places = [f"{base}/{TRIPLETS[machine]}" for base in ("/lib", "/usr/lib")]
    needs, waiting = {}, [os.path.realpath(program)]
    while waiting:
        path = waiting.pop()
        if path in needs:
            continue
        needs[path] = []
        for name in read_elf(readelf, path)[0]:
            found = next((f"{place}/{name}" for place in places if os.path.exists(f"{place}/{name}")), None)
            if found is None:
                raise FileNotFoundError(f"{path} needs {name}, which is not in {' or '.join(places)}")
            needs[path].append(os.path.realpath(found))
        waiting += needs[path]
    return needs


def licences(root, package):
    """The licences that a package's copyright file names in its machine-readable form."""
    path = os.path.join(root or "/", f"usr/share/doc/{package}/copyright")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", errors="replace") as text:
        found = re.findall(r"^License: *(\S[^\n]*)$", text.read(), re.M)
    names = {name.strip() for line in found for name in re.split(r" (?:and|or|AND|OR) |,", line)}
    names = {SPDX.get(name.lower(), name) for name in names if name and len(name) <= LICENCE_NAME_MAX}
    return [{"license": {"id" if name in SPDX.values() else "name": name}} for name in sorted(names)]


def component(root, record):
    name, version, architecture = record["Package"], record["Version"], record["Architecture"]
    purl = f"pkg:deb/debian/{name}@{urllib.parse.quote(version, safe='')}?arch={architecture}&distro=debian-12"
    made = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if "Homepage" in record:
        made["externalReferences"] = [{"type": "website", "url": record["Homepage"]}]
    found = licences(root, name)
    return {**made, "licenses": found} if found else made


def document(subject, components, dependencies):
    version, date = tables.release()
    made = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": f"{date}T00:00:00Z", "component": subject,
                     "tools": {"components": [{"type": "application", "name": "danad-sbom", "version": version}]}},
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(needed)} for ref, needed in sorted(dependencies.items())],
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made, sort_keys=True))
    return {**made, "serialNumber": f"urn:uuid:{number}"}


def danad(kind):
    version, _ = tables.release()
    return {"type": kind, "bom-ref": f"danad-{kind}", "name": "danad", "version": version,
            "purl": f"pkg:generic/danad@{version}", "licenses": [{"license": {"id": "MIT"}}]}


def of_program(program, readelf):
    host = Host()
    needs = libraries(readelf, program)
    program = os.path.realpath(program)
    owners = host.owners([path for path in needs if path != program])
    missing = sorted(set(needs) - set(owners) - {program})
    if missing:
        raise LookupError(f"no package has {', '.join(missing)}")
    made = {name: component("", host.record(name)) for name in sorted(set(owners.values()))}
    subject = danad("application")
    refs = {path: made[owner]["bom-ref"] for path, owner in owners.items()}
    refs[program] = subject["bom-ref"]
    dependencies = {ref: set() for ref in refs.values()}
    for path, needed in needs.items():
        dependencies[refs[path]] |= {refs[other] for other in needed} - {refs[path]}
    return document(subject, list(made.values()), dependencies)


def of_image(root):
    image = Image(root)
    with open(os.path.join(root, "usr/bin/danad"), "rb") as program:
        digest = hashlib.sha256(program.read()).hexdigest()
    application = {**danad("application"), "hashes": [{"alg": "SHA-256", "content": digest}]}
    packages = [component(root, image.record(name)) for name in image.names()]
    subject = danad("container")
    refs = {item["bom-ref"] for item in [application, *packages]}
    return document(subject, [application, *packages], {subject["bom-ref"]: refs})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=("program", "image"))
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--readelf", default="readelf")
    given = parser.parse_args()
    made = of_program(given.input, given.readelf) if given.what == "program" else of_image(given.input)
    with open(given.output, "w", encoding="utf-8") as out:
        json.dump(made, out, indent=1, ensure_ascii=False)
        out.write("\n")


if __name__ == "__main__":
    main()
