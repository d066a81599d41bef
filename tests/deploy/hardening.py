#!/usr/bin/env python3
"""What a binary has against exploits, read from the binary: hardening.py BINARY [--sanitized] [--only]
--sanitized: _FORTIFY_SOURCE is not asked for, as sanitizers do its work. A program built without any of it must then fail
each check; --only leaves that out.
"""
import os
import re
import subprocess
import sys
import tempfile

WEAK = ["-no-pie", "-fno-stack-protector", "-fno-stack-clash-protection", "-fcf-protection=none", "-U_FORTIFY_SOURCE",
        "-Wl,-z,execstack,-z,norelro,-z,lazy,-rpath,/tmp"]
WEAK_SOURCE = "#include <string.h>\nint main(int n, char **v) { char b[9000]; strcpy(b, v[0]); return b[n]; }\n"
ENDBR_LEAST = 100  # functions that calls by pointer may reach


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Binary:
    def __init__(self, path):
        self.header = output("readelf", "-hW", path)
        self.segments = output("readelf", "-lW", path)
        self.dynamic = output("readelf", "-dW", path)
        self.symbols = output("readelf", "-W", "--dyn-syms", path)
        self.is_x86 = "X86-64" in self.header
        self.code = output("objdump", "-d", "--no-show-raw-insn", path) if self.is_x86 else ""

    def flags(self, segment):
        match = re.search(rf"^\s*{segment}\s.* 0x\w+ ([R ][W ][E ]) 0x\w+$", self.segments, re.M)
        return match.group(1) if match else None


CHECKS = {
    "position-independent (-pie)": lambda b: "DYN" in b.header and re.search(r"FLAGS_1.*\bPIE\b", b.dynamic),
    "relocations read-only after start (-z relro)": lambda b: b.flags("GNU_RELRO"),
    "all symbols bound at start (-z now)": lambda b: re.search(r"FLAGS_1.*\bNOW\b", b.dynamic),
    "stack not executable (-z noexecstack)": lambda b: b.flags("GNU_STACK") == "RW ",
    "nothing writable and executable": lambda b: not re.search(r"^\s*(LOAD|GNU_STACK).*\bRWE\b", b.segments, re.M),
    "no search path for libraries": lambda b: not re.search(r"\((RPATH|RUNPATH|TEXTREL)\)", b.dynamic),
    "canaries (-fstack-protector-strong)": lambda b: "__stack_chk_fail" in b.symbols,
    "checked copies (_FORTIFY_SOURCE)": lambda b: re.search(r"\b__(memcpy|snprintf|vsnprintf)_chk\b", b.symbols),
    "targets of calls marked (-fcf-protection)": lambda b: not b.is_x86 or b.code.count("endbr64") >= ENDBR_LEAST,
    "large frames touched page by page (-fstack-clash-protection)":
        lambda b: not b.is_x86 or re.search(r"\borq?\s+\$0x0,\(%rsp\)", b.code),
}


def missing(path):
    binary = Binary(path)
    return [name for name, check in CHECKS.items() if not check(binary)]


def missing_in_weak():
    """What a program that is built without protection lacks."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "weak")
        subprocess.run(["gcc", "-O1", "-w", *WEAK, "-x", "c", "-", "-o", path], input=WEAK_SOURCE, text=True, check=True)
        return missing(path)


def main():
    excused = {name for name in CHECKS if "_FORTIFY" in name} if "--sanitized" in sys.argv else set()
    failed = [f"FAIL {sys.argv[1]} lacks: {name}" for name in missing(sys.argv[1]) if name not in excused]
    checks = len(CHECKS) - len(excused)
    if os.uname().machine == "x86_64" and "--only" not in sys.argv:
        unseen = set(CHECKS) - set(missing_in_weak())
        failed += [f"FAIL not seen in a weak program: {name}" for name in sorted(unseen)]
        checks += len(CHECKS)
    print("\n".join(failed + [f"tests: {checks - len(failed)} passed, {len(failed)} failed"]))
    return 1 if failed else 0


sys.exit(main())
