"""openapi.yaml as data: operations, schemas, validation, and which parts have occurred."""

import copy
import json

import yaml
from jsonschema import Draft202012Validator

METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
REQUEST_ROOT = "/components/schemas/ExtractRequest"


def escape(name):
    return str(name).replace("~", "~0").replace("/", "~1")


def close_objects(node, inside_request):
    """Makes every object schema reject members that it does not name."""
    if isinstance(node, list):
        for item in node:
            close_objects(item, inside_request)
    elif isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            node.setdefault("additionalProperties", False)
        for value in node.values():
            close_objects(value, inside_request)


def keys_twice(text):
    """Duplicate keys of mappings, with their lines. PyYAML takes the last one; generators reject the file."""
    found = []
    nodes = [yaml.compose(text, yaml.SafeLoader)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            found += [f"line {key.start_mark.line + 1}: {key.value}" for key, _ in node.value if keys.count(key.value) > 1]
            nodes += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
    return found


class Spec:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.twice = keys_twice(self.bytes)
        self.document = yaml.safe_load(self.bytes)
        # A client must accept new members. The test must not: otherwise the spec would become outdated.
        self.strict = copy.deepcopy(self.document)
        close_objects(self.strict["components"]["schemas"], False)
        self.seen = set()
        self.seen_null = set()
        self.seen_values = {}

    def at(self, pointer):
        """The part of the document at a JSON pointer."""
        node = self.strict
        for step in pointer.split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            node = node[int(step)] if isinstance(node, list) else node[step]
        return node

    def follow(self, pointer):
        """The pointer at the end of a chain of $refs without siblings."""
        node = self.at(pointer)
        while isinstance(node, dict) and set(node) == {"$ref"}:
            pointer = node["$ref"][1:]
            node = self.at(pointer)
        return pointer

    def operations(self):
        """All (path, method in capitals)."""
        return {
            (path, method.upper())
            for path, item in self.document["paths"].items()
            for method in METHODS
            if method in item
        }

    def response_pointer(self, path, method, status):
        """Where the response of an operation is described, or None."""
        pointer = f"/paths/{escape(path)}/{method.lower()}/responses"
        try:
            responses = self.at(pointer)
        except KeyError:
            return None
        return self.follow(f"{pointer}/{status}") if str(status) in responses else None

    def errors(self, pointer, instance):
        """Why an instance does not match the schema at a pointer."""
        root = {"components": self.strict["components"], "paths": self.strict["paths"],
                "$ref": "#" + pointer}
        found = Draft202012Validator(root).iter_errors(instance)
        return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in found]

    def valid(self, pointer, instance):
        return not self.errors(pointer, instance)

    def note(self, pointer, instance):
        """Records the members, branches and values of a schema that occur in a valid instance."""
        schema = self.at(pointer)
        self.seen.add(pointer)
        if instance is None:
            self.seen_null.add(pointer)
        else:
            self.seen.add(pointer + " value")
        if "enum" in schema:
            self.seen_values.setdefault(pointer, set()).add(json.dumps(instance))
        for child, value in self._shown(pointer, schema, instance):
            self.note(child, value)

    def _shown(self, pointer, schema, instance):
        if "$ref" in schema:
            yield schema["$ref"][1:], instance
        for kind in ("oneOf", "anyOf"):
            for i in range(len(schema.get(kind, []))):
                child = f"{pointer}/{kind}/{i}"
                if pointer != REQUEST_ROOT and self.valid(child, instance):
                    yield child, instance
        if isinstance(instance, dict):
            for name in set(schema.get("properties", {})) & set(instance):
                yield f"{pointer}/properties/{escape(name)}", instance[name]
        if isinstance(instance, list) and "items" in schema:
            for item in instance:
                yield f"{pointer}/items", item

    def reachable(self, pointer, found=None):
        """All pointers below a schema that note() could visit."""
        found = set() if found is None else found
        if pointer in found:
            return found
        found.add(pointer)
        schema = self.at(pointer)
        if "$ref" in schema:
            self.reachable(schema["$ref"][1:], found)
        for kind in ("oneOf", "anyOf"):
            for i in range(len(schema.get(kind, []))):
                if pointer != REQUEST_ROOT:
                    self.reachable(f"{pointer}/{kind}/{i}", found)
        for name in schema.get("properties", {}):
            self.reachable(f"{pointer}/properties/{escape(name)}", found)
        if "items" in schema:
            self.reachable(f"{pointer}/items", found)
        return found

    def unseen(self, roots):
        """The parts of the schemas below the roots that occur in no recorded instance."""
        pointers = set()
        for root in roots:
            self.reachable(root, pointers)
        missing = set()
        for pointer in pointers:
            schema = self.at(pointer)
            if pointer not in self.seen:
                missing.add(pointer)
                continue
            types = schema.get("type", [])
            if isinstance(types, list) and "null" in types:
                if pointer not in self.seen_null:
                    missing.add(pointer + " null")
                if pointer + " value" not in self.seen:
                    missing.add(pointer + " value")
            for value in schema.get("enum", []):
                if json.dumps(value) not in self.seen_values.get(pointer, set()):
                    missing.add(f"{pointer} = {json.dumps(value)}")
        return missing
