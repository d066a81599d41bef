#!/usr/bin/env python3
"""Converts YAML to JSON, members in their order: yaml_to_json.py INPUT OUTPUT"""
import json
import sys

import yaml


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = yaml.safe_load(file)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


main()
