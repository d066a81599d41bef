"""Checks objects against the schemas of the Kubernetes API in python3-kubernetes (API 1.22): kinds,
names and types of fields, required fields, and the enums that the client knows. Custom resources are checked against the
schemas of the folder schemas."""
import os
import re

import jsonschema
import kubernetes.client as models
import yaml

# Stable versions newer than the client have the fields of the last beta.
NEWER = {("autoscaling/v2", "HorizontalPodAutoscaler"): "V2beta2HorizontalPodAutoscaler"}
PLAIN = {"str": str, "int": int, "bool": bool, "float": float}


def model_of(item):
    """The client's class for an object; None if that API has no such kind."""
    key = (item.get("apiVersion"), item.get("kind"))
    if key in NEWER:
        return getattr(models, NEWER[key])
    group, _, version = str(key[0]).rpartition("/")
    api = getattr(models, "".join(part.capitalize() for part in (group.split(".")[0] or "core", version))
                  + "Api", None)
    method = "read_namespaced_" + re.sub(r"(?<!^)(?=[A-Z])", "_", str(key[1])).lower()
    found = hasattr(api, method) or hasattr(api, method.replace("namespaced_", ""))
    return getattr(models, version.capitalize() + str(key[1]), None) if found else None


def _value(kind, value, where, problems):
    """Checks a value and returns the value for the client's class."""
    if value is None:
        problems.append(f"{where}: null")
    elif kind in PLAIN:
        if not isinstance(value, PLAIN[kind]) or (kind == "int" and isinstance(value, bool)):
            problems.append(f"{where}: {value!r} is not of type {kind}")
    elif kind.startswith("list["):
        if not isinstance(value, list):
            problems.append(f"{where}: not a list")
            return value
        return [_value(kind[5:-1], item, f"{where}[{i}]", problems) for i, item in enumerate(value)]
    elif kind.startswith("dict("):
        inner = kind[5:-1].split(", ")[1]
        return {key: _value(inner, item, f"{where}.{key}", problems) for key, item in value.items()}
    elif kind not in ("object", "datetime"):
        return _object(getattr(models, kind), value, where, problems)
    return value


def _object(model, data, where, problems):
    if not isinstance(data, dict):
        problems.append(f"{where}: not an object")
        return None
    fields = {name: attribute for attribute, name in model.attribute_map.items()}
    taken = {}
    for name, value in data.items():
        if name not in fields:
            problems.append(f"{where}.{name}: {model.__name__} has no such field")
            continue
        kind = model.openapi_types[fields[name]]
        taken[fields[name]] = _value(kind, value, f"{where}.{name}", problems)
    try:
        return model(**taken)
    except ValueError as error:
        problems.append(f"{where}: {error}")
        return None


def schema_of(item):
    """The schema of a custom resource; None where the folder has none of that kind and version."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas", f'{item.get("kind")}.yaml')
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as text:
        schema = yaml.safe_load(text)
    return schema if schema["properties"]["apiVersion"]["const"] == item.get("apiVersion") else None


def _custom(schema, item, where):
    problems = [f'{where}: {"/".join(str(key) for key in error.absolute_path)}: {error.message}'
                for error in jsonschema.Draft7Validator(schema).iter_errors(item)]
    _object(models.V1ObjectMeta, item.get("metadata"), f"{where}.metadata", problems)
    return problems


def check(item):
    """Problems of one object, as lines."""
    model = model_of(item)
    where = f'{item.get("kind")} {item.get("metadata", {}).get("name")}'
    schema = schema_of(item)
    if model is None and schema is not None:
        return _custom(schema, item, where)
    if model is None:
        return [f'{where}: no such kind in {item.get("apiVersion")}']
    problems = []
    _object(model, item, where, problems)
    return problems
