#!/usr/bin/env python3
"""Static analysis of the three floors: analyse.py BUILD [cppcheck|gcc|tidy]...

cppcheck takes seconds and is a test. gcc's analyzer and clang-tidy take minutes and are run by hand before a release. A
finding is repaired, or stands in EXPLAINED with the reason why it is none. BUILD has compile_commands.json.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
FLOORS = ("core", "api", "service")
# What is looked for. cppcheck: severities. gcc: all of -fanalyzer that its version has for C.
CPPCHECK = ["warning", "performance", "portability"]
TIDY = ["clang-analyzer-*", "bugprone-*", "cert-err34-c", "cert-flp30-c", "concurrency-*", "misc-redundant-expression"]
# Checks of these groups that are left out, and why.
TIDY_WITHOUT = {
    "clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling": "asks for memcpy_s() of Annex K, which glibc has not",
    "clang-analyzer-valist.Uninitialized": "does not see va_start() of clang 14's own header: each use is a finding",
    "clang-analyzer-optin.performance.Padding": "tables are ordered for those who read them",
    "bugprone-easily-swappable-parameters": "start and end, offset and length are of one type everywhere",
    "bugprone-narrowing-conversions": "-Wconversion is an error, and says it of fewer",
    "bugprone-reserved-identifier": "dana__ and api__ are the prefixes of a floor's inside, and reserved in C++ alone",
    "bugprone-branch-clone": "rows of a switch that say the same of two subjects stay apart",
    "bugprone-macro-parentheses": "rows of tables of macros: a member's name after a dot, an operand with its operator",
    "bugprone-implicit-widening-of-multiplication-result": "products of small constants",
    "bugprone-not-null-terminated-result": "texts are views, with a length",
    "bugprone-sizeof-expression": "takes sizeof *list of a list of pointers for a slip",
    "concurrency-mt-unsafe": "glibc's strerror(), readdir() of an own folder, and getenv() where nobody sets are safe",
}
# Sources of what models.h is about.
MODELLED = ("core/src/base/arena.c", "core/src/base/status.c")
# Of gcc 12's analyzer, as above.
GCC_WITHOUT = {
    "null-dereference": "takes the last item of a buffer that is not empty for NULL + n; clang's analyzer looks for the same",
    "shift-count-overflow": "takes lanes of a vector for its width",
}
# (file, part of the finding) -> why it is none
EXPLAINED = {
    ("core/src/render/opened.c", "first"): "only open_holder opens lists, and it has their first item",
    ("api/src/request/document.c", "memchr() argument"): "the loop's condition is at < length",
    ("core/src/media/address.c", "sources["): "a row that is none is left out before",
    ("core/src/metadata/relations.c", "best"): "without a best one it returns above",
    ("core/src/outline/short_text.c", "reversed"): "what is read was written: count characters",
    ("core/src/data/weigh.c", "uninitialized value"): "dana__measure_prose sets all members; the rest of the structure is padding",
    ("api/src/evaluate/manifest.c", "leak of"): "the list has it, and its owner frees the list",
    ("service/src/renderer/page/requests.c", "leak of"): "the page's table has it, and frees it when the fetch is over",
    ("service/src/commands/evaluate.c", "possibly-NULL"): "the loop's condition asks",
    ("api/src/json/buffer.c", "Null pointer passed"): "where nothing is reserved yet, there is no room, so that it grows first",
    ("service/src/fetch/url.c", "Null pointer passed"): "svc_url_refuse returns the status that it is given, which is not fine",
    ("service/src/commands/evaluate.c", "allocation size of 0"): "a corpus without pages is refused when it is opened",
    ("service/src/documents/static_responses.c", "Potential leak"): "keep() takes it over; it refuses nothing but NULL",
    ("api/src/extract/render.c", "picture_done"): "api__is_rendered asks whether it is there",
    ("api/src/report/compare.c", "Division by zero"): "there is no turn of the loop without runs",
    ("core/src/base/arena.c", "'used'"): "without a chunk new_block returns an error, whose status is never DANA_OK",
    ("core/src/base/arena.c", "'size'"): "without a block first_block returns an error, whose status is never DANA_OK",
    ("core/src/extractors/auto/listings.c", "1st parameter"): "a block with a link has a source",
    ("core/src/base/ascii.h", "parameter expecting 'nonnull'"): "bytes are compared where both texts have some",
    ("core/src/html/attribute.h", "field 'data'"): "a text that is not empty has data",
    ("core/src/page/pass.c", "null pointer"): "a page without a source ends before its first byte is read",
    ("core/src/html/attribute.h", "right shift"): "an attribute's name has a byte at least",
    ("service/src/bulk/warc.c", "1st parameter"): "records are written only where --warc-out names their file",
    ("service/src/render/result.c", "'sscanf'"): "numbers of danad's own other end: their count is asked, and bounds where they matter",
    ("service/src/renderer/serve.c", "'sscanf'"): "the same",
    ("service/src/renderer/browser/family.c", "'sscanf'"): "a number that the kernel writes",
    ("service/src/renderer/tree/looks.c", "'sscanf'"): "numbers of a colour, of which any is taken",
    ("service/src/renderer/browser/browser.c", "missing a comma"): "one flag of the browser, in several lines",
    ("service/src/renderer/tree/tree.c", "allocation size of 0"): "there are nodes, so that there are documents",
    ("core/src/posts/item_text.c", "1st parameter"): "a text that is not empty has data",
    ("core/src/text/read_words.c", "left shift"): "a piece has 64 bytes at most: a word that ends at 64 ends with it, and is not asked",
    ("core/src/decode/labels.c", "uninitialized value"): "the folded label ends with a NUL, which the table's rows do, too",
}
FINDING = re.compile(r"^(?:\S*/)?((?:core|api|service)/\S+?):\d+:\d+: (?:warning|error|performance|portability): (.*)$", re.M)


def commands(build):
    """(source, folder, arguments of the compiler) of the floors."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for row in json.load(file):
            path = os.path.relpath(row["file"], ROOT)
            if path.split("/")[0] in FLOORS and path.split("/")[1] == "src":
                arguments = shlex.split(row["command"])
                yield path, row["directory"], arguments[1 if arguments[0].endswith("ccache") else 0:]


def cppcheck(*arguments):
    """The findings of a run that came to its end."""
    run = subprocess.run(["cppcheck", f"--enable={','.join(CPPCHECK)}", "--quiet", "--std=c11", *arguments],
                         cwd=ROOT, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"cppcheck failed: {run.stdout}{run.stderr}")
    return run.stderr


def run_cppcheck(build):
    """One process: several take twice the CPU time, as each source has its own, and see no more."""
    return cppcheck(f"--project={build}/compile_commands.json", "--inline-suppr", "--file-filter=*/src/*", f"-i{build}")


def run_gcc(build):
    found = []
    for _, folder, arguments in commands(build):
        at = arguments.index("-o")
        kept = [word for word in arguments[:at] + arguments[at + 2:] if not word.startswith(("-Werror", "-fsanitize"))]
        found.append(subprocess.run([*kept, "-fanalyzer", *(f"-Wno-analyzer-{name}" for name in GCC_WITHOUT), "-o", os.devnull], cwd=folder, capture_output=True, text=True).stderr)
    return "".join(found)


def run_tidy(build):
    """The findings of all sources, one after the other: of one that it does not come to the end of nothing is known."""
    found, sources, began = [], list(commands(build)), os.times()
    checks = "--checks=" + ",".join(["-*", *TIDY, *(f"-{name}" for name in TIDY_WITHOUT)])
    for path, _, _ in sources:
        told = [] if path in MODELLED or not path.startswith("core/") else [f"--extra-arg=-include{ROOT}/tests/lint/models.h"]
        run = subprocess.run(["clang-tidy", "-p", build, "--quiet", "--extra-arg=-Wno-unknown-warning-option", *told, checks, path],
                             cwd=ROOT, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"clang-tidy, {path}: exit status {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
        found.append(run.stdout)
    print(f"clang-tidy: {len(sources)} sources, {os.times().children_user - began.children_user:.0f} s of CPU")
    return "".join(found)


TOOLS = {"cppcheck": ("cppcheck", run_cppcheck), "gcc": ("gcc", run_gcc), "tidy": ("clang-tidy", run_tidy)}
BAD_SOURCE = "int main(void)\n{\n    int a[2] = {0, 0};\n    int *p = 0;\n\n    return a[2] + *p;\n}\n"


def findings(text):
    """What is found and not explained."""
    for path, finding in sorted(set(FINDING.findall(text))):
        if not any(path == file and part in finding for file, part in EXPLAINED):
            yield f"{path}: {finding}"


def sees_faults():
    """Whether the tool that is a test finds what it must, so that its silence means something."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bad.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(BAD_SOURCE)
        found = cppcheck(path)
    return "arrayIndexOutOfBounds" in found and "nullPointer" in found


def main():
    build = os.path.abspath(sys.argv[1])
    passed = failed = skipped = 0
    for name in sys.argv[2:] or ["cppcheck"]:
        program, run = TOOLS[name]
        if not shutil.which(program):
            print(f"SKIP static analysis: there is no {program}")
            skipped += 1
            continue
        problems = list(findings(run(build)))
        if name == "cppcheck" and not sees_faults():
            problems.append("cppcheck does not see an index out of bounds")
        print("\n".join(f"FAIL {name}: {problem}" for problem in problems) or f"{name}: nothing")
        passed += not problems
        failed += bool(problems)
    print(f"tests: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


sys.exit(main())
