#!/usr/bin/env python3
"""Writes the manual pages danad.1 and danad.5, compressed without a date, and the completions of bash, zsh and fish, from
the tables of commands and settings (tables.py).

Usage: manual.py FOLDER SYSCONFDIR DOCDIR
Writes FOLDER/danad.1.gz, danad.5.gz, danad.bash, _danad and danad.fish."""
import gzip
import os
import sys

import completions
import tables


LONG_WORD = 40


def roff(text):
    """Text as troff takes it: no line of it is a request, its minus signs can be copied, long words may be broken."""
    text = text.replace("\\", "\\(rs").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = " ".join(word.replace(",", ",\\:") if len(word) > LONG_WORD else word for word in text.split(" "))
    return "\\&" + text if text.startswith(".") else text


def flag_lines(flag):
    value = f' \\fI{roff(flag["value"])}\\fR' if flag["value"] else ""
    return [".TP", f'\\fB{roff(flag["flag"])}\\fR{value}', roff(flag["doc"])]


def synopsis_lines(command, use):
    return [f'.B danad {command}', roff(use["usage"]) or "\\&"]


def command_lines(command):
    lines = [f'.SS danad {command["name"]}', roff(command["doc"][0].upper() + command["doc"][1:] + ".")]
    for use in command["uses"]:
        lines += [".PP"] + synopsis_lines(command["name"], use)
        for text in use["texts"]:
            lines += [".PP", roff(text)]
        for flag in use["flags"]:
            lines += flag_lines(flag)
        if use["settings"]:
            lines += [".PP", "Each setting is a flag too:", ".BR danad (5)", "lists them."]
        lines += [".PP", "Exit status: " + roff(use["status"])]
    return lines


def tells_words(setting):
    """Whether the words of a setting are worth a line: its unit does not say them already."""
    return len(setting["choices"]) > 1 and setting["choices"][0] not in setting["unit"].split()


def setting_lines(setting):
    bounds = ", from {} to {}".format(*setting["bounds"]) if setting["bounds"] else ""
    words = "; one of " + ", ".join(setting["choices"]) if tells_words(setting) else ""
    return [".TP", f'\\fB{setting["variable"]}\\fR, \\fB{roff(setting["flag"])}\\fR', roff(setting["doc"]), ".br",
            roff(f'{setting["unit"]}, default {setting["default"]}{bounds}{words}')]


def pages(sysconfdir, docdir):
    """The manual pages by name."""
    version, date = tables.release()
    commands = tables.commands()
    synopsis = []
    for command in commands:
        for use in command["uses"]:
            synopsis += ([".br"] if synopsis else []) + synopsis_lines(command["name"], use)
    values = {"DATE": date, "VERSION": roff(version), "SYSCONFDIR": sysconfdir, "DOCDIR": docdir,
              "SYNOPSIS": "\n".join(synopsis),
              "COMMANDS": "\n".join(line for command in commands for line in command_lines(command)),
              "SETTINGS": "\n".join(line for setting in tables.settings() for line in setting_lines(setting))}
    made = {}
    for name in ("danad.1", "danad.5"):
        text = tables.source(f"deploy/package/{name}.in")
        for key, value in values.items():
            text = text.replace(f"@{key}@", value)
        made[name] = text
    return made


def main():
    folder, sysconfdir, docdir = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name, text in pages(sysconfdir, docdir).items():
        with open(os.path.join(folder, name + ".gz"), "wb") as out:
            out.write(gzip.compress(text.encode(), 9, mtime=0))
    for name, write in (("danad.bash", completions.bash), ("_danad", completions.zsh), ("danad.fish", completions.fish)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(write(tables.commands(), tables.settings()))


if __name__ == "__main__":
    main()
