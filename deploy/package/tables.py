"""The program's own tables, read from its sources: commands, flags and settings. Nothing is run, so that a build for
another architecture can make the manual as well."""
import os
import re

import yaml

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|(\d+)(?:LL|L|U)*|(\S)', re.S)
# Words that the values of a type may be; of all other types anything.
WORDS = {"SWITCH": "on off", "LEVEL": "error warn info debug", "FORMAT": "json text", "SERVICES": "tika mercury",
         "STATUS": "429 503", "ROBOTS": "ignore respect", "SECCOMP": "on off log"}
NUMBERS = {"COUNT", "RATE", "BYTES", "DURATION"}
UNITS = {"KIB": 1 << 10, "MIB": 1 << 20, "SVC_RATE_UNIT": 1}  # a rate is shown in whole requests


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as text:
        return text.read()


def tokens(text):
    """(kind, value) of C: "text", "name", "number" or the sign itself; strings side by side are one."""
    for match in TOKEN.finditer(text):
        string, name, number, sign = match.groups()
        if string is not None:
            yield "text", string.replace('\\"', '"').replace("\\\\", "\\")
        elif name or number or sign:
            yield ("name", name) if name else ("number", int(number)) if number else (sign, sign)


def rows(stream, opening, closing):
    """The lists between brackets: their cells, each a list of tokens. Brackets inside a cell belong to it."""
    found, cell, depth, before = [], [], 0, None
    for kind, value in stream:
        if kind in (opening, "(", "{"):
            depth += 1
            if depth == 1 and kind == opening:
                found, cell, name = [], [], before
                continue
        elif kind in (closing, ")", "}"):
            depth -= 1
            if depth == 0 and kind == closing:
                yield name, found + [cell]
                continue
        if depth == 1 and kind == ",":
            found, cell = found + [cell], []
        else:
            cell.append((kind, value))
        before = value


def string(cell):
    """The text of a cell of strings and names."""
    return "".join(str(value) for _, value in cell)


def number(cell):
    """The value of a cell such as 32 * MIB; None where it has names that are no units."""
    value = 1
    for kind, token in cell:
        if kind == "name" and token not in UNITS:
            return None
        value *= {"number": lambda: token, "name": lambda: UNITS[token], "*": lambda: 1}[kind]()
    return value


def parts_of_answers():
    return yaml.safe_load(source("openapi.yaml"))["components"]["schemas"]["IncludePart"]["enum"]


def algorithms():
    listed = re.search(r"DANA__EXTRACTORS\(X\)(.*?)\n\n", source("core/src/catalogue/extractors.h"), re.S).group(1)
    return [name.replace("_", "-") for name in re.findall(r"X\((\w+)\)", listed)] + ["combine"]


def choices(command, flag, words):
    """What the value of a flag may be: words, "FILE", "FOLDER", or nothing that is known."""
    if flag == "--algorithm":
        return algorithms()
    if (command, flag) == ("extract", "--include"):
        return parts_of_answers()
    return words.split()


def commands():
    """The commands in their order: name, doc, and uses: usage, texts, flags, whether the settings are flags, status."""
    found = []
    for macro, cells in rows(tokens(source("service/src/manual/commands.def")), "(", ")"):
        command, cells = string(cells[0]), [string(cell) for cell in cells[1:]]
        if macro == "COMMAND":
            found.append({"name": command, "doc": cells[0], "uses": []})
            continue
        last = found[-1]
        if command != last["name"]:
            raise ValueError(f"commands.def: a row of {command} stands among those of {last['name']}")
        if macro == "USAGE":
            last["uses"].append({"usage": cells[0], "texts": [], "flags": [], "settings": False, "status": ""})
        elif macro == "FLAG":
            last["uses"][-1]["flags"].append({"flag": cells[0], "value": cells[1], "doc": cells[3],
                                              "choices": choices(command, cells[0], cells[2])})
        elif macro == "TEXT":
            last["uses"][-1]["texts"].append(cells[0])
        elif macro == "SETTINGS":
            last["uses"][-1]["settings"] = True
        elif macro == "STATUS":
            last["uses"][-1]["status"] = cells[0]
        else:
            raise ValueError(f"commands.def: {macro} is no row")
    return found


def settings():
    """The settings in their order: name of the variable, flag, doc, unit, default, bounds, choices."""
    text = source("service/src/config/settings.c")
    found = []
    table = text[text.index("svc_settings[] = {") + len("svc_settings[] = {"):text.index("svc_setting_count =")]
    for _, cells in rows(tokens(table), "{", "}"):
        if len(cells) < 9:
            continue
        name, kind = string(cells[0]), string(cells[1]).replace("SVC_SETTING_", "")
        bounds = (number(cells[3]), number(cells[4])) if kind in NUMBERS else None
        found.append({"variable": f"DANAD_{name}", "flag": "--" + name.lower().replace("_", "-"), "bounds": bounds,
                      "default": string(cells[6]), "unit": string(cells[7]), "doc": string(cells[8]),
                      "choices": ["FILE"] if string(cells[7]) == "path" and kind == "TEXT" else WORDS.get(kind, "").split()})
    if not found:
        raise ValueError("settings.c: no rows were found")
    return found


def release():
    """The version, and the date of its heading in CHANGELOG.md; without one that of the newest heading."""
    version = re.search(r"^  version: (\S+)$", source("openapi.yaml"), re.M).group(1)
    date = re.search(r"^## (?:\S+) \((\d{4}-\d\d-\d\d)\)$", source("CHANGELOG.md"), re.M).group(1)
    return version, date
