"""What the package brings beside the program: manual, completions, list of components, installation and its undoing,
versions and revisions. deploy/check-package tries the package itself.

Needs DANAD_BIN and BUILD_DIR. If a shell is missing its completion is not tried, with a line."""
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../http"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../deploy/package"))

import completions  # noqa: E402
import manual  # noqa: E402
import sbom  # noqa: E402
import tables  # noqa: E402
from harness import Tally, binary, clean_environment  # noqa: E402
from table import ROOT  # noqa: E402

BUILD = os.environ["BUILD_DIR"]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)


def danad(*arguments):
    return run(binary(), *arguments, env=clean_environment()).stdout


def flat(text):
    return " ".join(text.split())


# The tables against the program.

def flags_of_the_sources():
    """The flags that the commands read are those of the manual."""
    read = {flag for path in glob.glob(os.path.join(ROOT, "service/src/commands/*.c"))
            for flag in re.findall(r'"(--[a-z][a-z-]*)"', tables.source(os.path.relpath(path, ROOT)))}
    described = {flag["flag"] for command in tables.commands() for use in command["uses"] for flag in use["flags"]}
    described |= {flag for path in ("service/src/config/load.c",)
                  for flag in re.findall(r'"(--[a-z-]+)"', tables.source(path))}
    return ([f"{flag} is read, commands.def does not have it" for flag in sorted(read - described - {"--version", "--help"})] +
            [f"{flag} is in commands.def, no command reads it" for flag in sorted(described - read - {"--print-config"})])


def help_of_the_program():
    """The program prints each row of commands.def as tables.py reads it."""
    general = danad("--help")
    for command in tables.commands():
        if not re.search(rf"^  danad {command['name']} +{re.escape(command['doc'])}$", general, re.M):
            yield f"danad --help: no {command['name']}"
        said = flat(danad(command["name"], "--help"))
        if said != flat(danad("help", command["name"])):
            yield f"danad help {command['name']} is not danad {command['name']} --help"
        for use in command["uses"]:
            rows = [f"usage: danad {command['name']} {use['usage']}", f"Exit status: {use['status']}", *use["texts"]]
            rows += [f"{flag['flag']} {flag['value']} {flag['doc']}" for flag in use["flags"]]
            yield from (f"danad {command['name']} --help: no {row}" for row in rows if flat(row) not in said)


def settings_of_the_program():
    """danad serve --help has each setting as tables.py reads it, with its bounds, and no other."""
    said = flat(danad("serve", "--help"))
    settings = tables.settings()
    for setting in settings:
        bounds = ", from {} to {}".format(*setting["bounds"]) if setting["bounds"] else ""
        row = flat(f"{setting['flag']} VALUE {setting['doc']} variable {setting['variable']}, {setting['unit']}, default "
                   f"{setting['default']}{bounds}")
        if row + " --" not in said:
            yield f"not as the program has it: {row}"
    if said.count(" variable DANAD_") != len(settings):
        yield f"{len(settings)} settings are read, the program has {said.count(' variable DANAD_')}"


def choices_are_taken():
    """The program takes each word that a completion offers for a setting, of one setting of each kind."""
    kinds = {tuple(setting["choices"]): setting for setting in reversed(tables.settings())}
    for setting in kinds.values():
        for word in setting["choices"]:
            if word == "FILE":
                continue
            done = run(binary(), "serve", "--print-config", setting["flag"], word, env=clean_environment())
            if done.returncode:
                yield f"{setting['flag']} {word}: {done.stderr}"


# The manual and the completions.

def manual_pages():
    """troff has no complaint, and each flag and each setting is in its page."""
    for name, text in manual.pages("/etc", "/usr/share/doc/danad").items():
        done = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-", input=text,
                   env={**os.environ, "MANWIDTH": "200", "LC_ALL": "C.UTF-8"}) if shutil.which("man") else None
        if done is None:
            print("skipped: the manual by man, there is none")
            said = text.replace("\\-", "-")
        else:
            said = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
            yield from (f"{name}: {line}" for line in done.stderr.splitlines())
        wanted = [row for setting in tables.settings() for row in (setting["variable"], setting["flag"])] \
            if name == "danad.5" else [flag["flag"] for command in tables.commands() for use in command["uses"] for flag in
                                       use["flags"]]
        yield from (f"{name}: no {word}" for word in wanted if word not in said)
        yield from (f"{name}: {word} was not filled in" for word in re.findall(r"@[A-Z]+@", text))


# What is typed, and what the completion must offer; what it must not.
TYPED = (
    (["danad", "ext"], {"extract"}, {"serve"}),
    (["danad", ""], {"serve", "extract", "version"}, {"--listen"}),
    (["danad", "extract", "--f"], {"--format"}, {"--json"}),
    (["danad", "extract", "--format", ""], {"text", "markdown", "html", "json"}, {"csv"}),
    (["danad", "evaluate", "--format", ""], {"csv"}, {"html"}),
    (["danad", "extract", "--algorithm", "addan"], {"addanag"}, {"danag"}),
    (["danad", "extract", "--include", "text,he"], {"text,headline"}, {"text"}),
    (["danad", "serve", "--fetch-rob"], {"--fetch-robots"}, {"--format"}),
    (["danad", "serve", "--log-level", ""], {"debug", "error"}, {"on"}),
    (["danad", "help", "ev"], {"evaluate"}, {"--help"}),
)


# What a shell offers: a line of words, tabs between them, for each line that is typed.
BASH = ('source "$1"; shift; for typed in "$@"; do IFS=" " read -ra COMP_WORDS <<<"$typed"; '
        'if [[ $typed == *" " ]]; then COMP_WORDS+=(""); fi; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _danad; '
        '(IFS=$\'\\t\'; echo "${COMPREPLY[*]}"); done')
FISH = 'source $argv[1]; for typed in $argv[2..]; complete -C $typed | string replace -r "\\t.*" "" | string join \\t; echo; end'


def offered(name, path):
    """(what a shell offers for each line of TYPED, what it complained of)"""
    lines = [" ".join(words) for words, _, _ in TYPED]
    done = run(name, "-c", *((BASH, "bash") if name == "bash" else (FISH,)), path, *lines)
    return [set(line.split("\t")) for line in re.sub("\n\n", "\n", done.stdout).splitlines()], done.stderr


def shell(name, text):
    """A shell reads its completion, and it offers what it should (zsh completes only at a terminal)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        syntax = run(name, "-n", path)
        if syntax.returncode or syntax.stderr:
            yield syntax.stderr
        if name == "zsh":
            return
        lines, error = offered(name, path)
        if error or len(lines) != len(TYPED):
            yield f"{len(lines)} answers {error}"
        for (words, wanted, unwanted), found in zip(TYPED, lines):
            if not wanted <= found or unwanted & found:
                yield f"{' '.join(words)}: {sorted(found)[:20]}"


def completion(name, write):
    text = write(tables.commands(), tables.settings())
    flags = {flag["flag"] for command in tables.commands() for flag in completions.flags_of(command, tables.settings())}
    missing = [flag for flag in sorted(flags) if (flag if name != "fish" else f"-l {flag[2:]} ") not in text]
    return [f"no {flag}" for flag in missing] + list(shell(name, text))


# Installation.

def files_below(folder):
    return {os.path.join("/", os.path.relpath(os.path.join(place, name), folder))
            for place, _, names in os.walk(folder) for name in names}


def installation():
    """cmake --install puts the files where the units and the manual say; changed settings are kept; uninstalling leaves
    only those."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**clean_environment(), "DESTDIR": folder}
        install = ("cmake", "--install", BUILD, "--component", "service")
        first = run(*install, env=environment)
        if first.returncode:
            return [first.stderr]
        found = files_below(folder)
        problems = [f"not installed: {name}" for name in ("bin/danad", "share/man/man1/danad.1.gz", "share/man/man5/danad.5.gz",
                    "lib/systemd/system/danad.service", "lib/systemd/system/danad.socket",
                    "share/bash-completion/completions/danad", "share/doc/danad/copyright", "share/doc/danad/openapi.yaml")
                    if f"/usr/local/{name}" not in found]
        with open(os.path.join(folder, "usr/local/lib/systemd/system/danad.service"), encoding="utf-8") as unit:
            text = unit.read()
        started = re.search(r"^ExecStart=(\S+)", text, re.M).group(1)
        settings = re.search(r"^EnvironmentFile=-(\S+)", text, re.M).group(1)
        problems += [f"the unit names {path}, which is not installed" for path in (started, settings) if path not in found]
        page = gzip.open(os.path.join(folder, "usr/local/share/man/man5/danad.5.gz"), "rt", encoding="utf-8").read()
        problems += [] if settings in page else [f"danad(5) does not name {settings}"]
        with open(folder + settings, "a", encoding="utf-8") as out:
            out.write("DANAD_WORKERS=7\n")
        run(*install, env=environment)
        with open(folder + settings, encoding="utf-8") as kept:
            problems += [] if "DANAD_WORKERS=7" in kept.read() else ["a second installation overwrote the settings"]
        undone = run("cmake", f"-DBUILD={BUILD}", f"-DSHIPPED={ROOT}/deploy/systemd/danad.env", "-P",
                     os.path.join(ROOT, "deploy/package/uninstall.cmake"), env=environment)
        left = files_below(folder)
        return problems + ([] if left == {settings} else [f"uninstalling left {sorted(left)}", undone.stderr])


# The list of components.

def components():
    """The list has the package of each library that the program needs, each once, and all references lead somewhere."""
    made = sbom.of_program(binary(), "readelf")
    refs = [item["bom-ref"] for item in made["components"]]
    if len(refs) != len(set(refs)):
        yield "a component is listed twice"
    known = {*refs, made["metadata"]["component"]["bom-ref"]}
    for row in made["dependencies"]:
        yield from (f"{ref}: there is no such component" for ref in [row["ref"], *row["dependsOn"]] if ref not in known)
    names = {item["name"] for item in made["components"]}
    libraries = sbom.libraries("readelf", binary())
    owners = sbom.Host().owners(list(libraries))
    for path in libraries:
        owner = re.sub(r":.*", "", owners.get(path, ""))
        if path != os.path.realpath(binary()) and owner not in names:
            yield f"{path} of {owner or 'no package'} is in no component"
    if not {"libc6", "libmicrohttpd12", "libcurl4"} <= names:
        yield f"only {sorted(names)}"
    if json.dumps(made) != json.dumps(sbom.of_program(binary(), "readelf")):
        yield "not twice the same"


# Versions.

def versions():
    """The version is the same everywhere, and CHANGELOG.md begins with it."""
    version, _ = tables.release()
    base = re.search(r"^project\(danad VERSION (\S+) ", tables.source("CMakeLists.txt"), re.M).group(1)
    suffix = re.search(r"^set\(DANAD_VERSION \$\{PROJECT_VERSION\}(\S*)\)", tables.source("CMakeLists.txt"), re.M).group(1)
    found = {"CMakeLists.txt": base + suffix,
             "deploy/Dockerfile": re.search(r"^ARG VERSION=(\S+)$", tables.source("deploy/Dockerfile"), re.M).group(1),
             "CHANGELOG.md": re.search(r"^## (\S+)", tables.source("CHANGELOG.md"), re.M).group(1)}
    for overlay in ("small", "production"):
        path = f"deploy/kubernetes/overlays/{overlay}/kustomization.yaml"
        found[path] = re.search(r"newTag: (\S+)", tables.source(path)).group(1)
    return [f"{path}: {other}, openapi.yaml has {version}" for path, other in found.items() if other != version]


def revision_in(folder, given=""):
    out = os.path.join(folder, "out.h")
    done = run("cmake", f"-DSOURCE={folder}", f"-DOUTPUT={out}", f"-DGIVEN={given}", "-P",
               os.path.join(ROOT, "deploy/package/revision.cmake"))
    with open(out, encoding="utf-8") as made:
        return re.search(r'"(.*)"', made.read()).group(1) if done.returncode == 0 else done.stderr


def revisions():
    """The revision is what is given, what git says, what an archive says; a change makes it dirty."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "deploy/package"))
        mark = os.path.join(folder, "deploy/package/revision.txt")
        shutil.copy(os.path.join(ROOT, "deploy/package/revision.txt"), mark)
        seen = [revision_in(folder), revision_in(folder, "abc")]
        git = ("git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false")
        for command in (("init", "-q"), ("add", "deploy"), ("commit", "-qm", "a")):
            run(*git, *command)
        commit = run(*git, "rev-parse", "--short=12", "HEAD").stdout.strip()
        seen.append(revision_in(folder))
        with open(mark, "w", encoding="utf-8") as out:
            out.write("0123abc\n")
        seen.append(revision_in(folder))
        shutil.rmtree(os.path.join(folder, ".git"))
        seen.append(revision_in(folder))
    wanted = ["unknown", "abc", commit, f"{commit}-dirty", "0123abc"]
    return [] if seen == wanted and commit else [f"{seen}, not {wanted}"]


# Builds that can be repeated; deploy/check-image compares whole packages.

def nothing_of_the_moment():
    """No source asks the compiler for the time or for its own path."""
    for floor in ("core", "api", "service"):
        for path in glob.glob(os.path.join(ROOT, floor, "**/*.*"), recursive=True):
            if not path.endswith((".c", ".h", ".inc", ".def", ".in")):
                continue
            for name in re.findall(r"__(?:DATE|TIME|TIMESTAMP|FILE|COUNTER)__", tables.source(os.path.relpath(path, ROOT))):
                yield f"{os.path.relpath(path, ROOT)}: {name}"


def main():
    tally = Tally()
    for check in (flags_of_the_sources, help_of_the_program, settings_of_the_program, choices_are_taken, manual_pages,
                  installation, components, versions, revisions, nothing_of_the_moment):
        tally.run(check.__name__, lambda: list(check()))
    for name, write in (("bash", completions.bash), ("zsh", completions.zsh), ("fish", completions.fish)):
        if shutil.which(name):
            tally.run(f"completion of {name}", completion, name, write)
        else:
            print(f"skipped: the completion of {name}, there is no such shell")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
