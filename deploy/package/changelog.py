#!/usr/bin/env python3
"""Writes changelog.gz, CHANGELOG.md compressed without a date, and changelog.Debian.gz, with one entry.

Usage: changelog.py FOLDER DEBIAN-VERSION MAINTAINER"""
import datetime
import email.utils
import gzip
import os
import sys

import tables


def entry(version, maintainer):
    """The entry of Debian's changelog."""
    upstream, date = tables.release()
    moment = datetime.datetime.fromisoformat(date + "T00:00:00+00:00")
    return (f"danad ({version}) bookworm; urgency=medium\n\n  * {upstream}: see changelog.gz.\n\n"
            f" -- {maintainer}  {email.utils.format_datetime(moment)}\n")


def main():
    folder, version, maintainer = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name, text in (("changelog", tables.source("CHANGELOG.md")), ("changelog.Debian", entry(version, maintainer))):
        with open(os.path.join(folder, name + ".gz"), "wb") as out:
            out.write(gzip.compress(text.encode(), 9, mtime=0))


main()
