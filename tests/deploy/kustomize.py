"""The subset of kustomize that the overlays use, to check them without kubectl: resources, patches
by path (strategic merge), images, namespace. Anything else in a kustomization is an error."""
import copy
import os

import yaml

KNOWN = {"apiVersion", "kind", "resources", "patches", "images", "namespace"}
# The keys by which Kubernetes merges lists of objects; other lists are replaced.
MERGE_KEYS = {"containers": "name", "initContainers": "name", "env": "name", "volumes": "name",
              "volumeMounts": "mountPath", "ports": "containerPort"}


class StrictLoader(yaml.SafeLoader):
    """YAML that must not have duplicate keys."""


def _mapping(loader, node, deep=False):
    keys = [key.value for key, _ in node.value]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise yaml.constructor.ConstructorError(None, None, f"twice: {twice}", node.start_mark)
    return yaml.SafeLoader.construct_mapping(loader, node, deep)


StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def load(path):
    """The documents of a file."""
    with open(path, encoding="utf-8") as text:
        return [document for document in yaml.load_all(text, StrictLoader) if document is not None]


def identity(item):
    return item["apiVersion"], item["kind"], item["metadata"]["name"]


def _merge_list(key, old, new):
    by = MERGE_KEYS.get(key)
    if by is None:
        return copy.deepcopy(new)
    merged = {item[by]: item for item in copy.deepcopy(old)}
    for item in new:
        merged[item[by]] = merge(merged.get(item[by], {}), item)
    # Kubernetes puts the items of a patch first.
    first = [item[by] for item in new]
    return [merged[name] for name in first] + [merged[item[by]] for item in old if item[by] not in first]


def merge(old, patch):
    """A strategic merge patch: null removes, objects merge, lists by their keys."""
    result = copy.deepcopy(old)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        elif isinstance(value, list) and isinstance(result.get(key), list):
            result[key] = _merge_list(key, result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def _apply(items, patch):
    same = [item for item in items if identity(item) == identity(patch)]
    if len(same) != 1:
        raise ValueError(f"a patch for {identity(patch)} fits {len(same)} objects")
    if patch.get("$patch") == "delete":
        items.remove(same[0])
    else:
        items[items.index(same[0])] = merge(same[0], patch)


def _pod_spec(item):
    return item.get("spec", {}).get("template", {}).get("spec", {})


def _rename(items, image):
    fits = 0
    for item in items:
        for container in _pod_spec(item).get("containers", []):
            if container["image"] == image["name"]:
                container["image"] = f'{image["newName"]}:{image["newTag"]}'
                fits += 1
    if not fits:
        raise ValueError(f"no container has the image {image['name']}")


def build(folder):
    """The objects that a kustomization generates."""
    (settings,) = load(os.path.join(folder, "kustomization.yaml"))
    unknown = set(settings) - KNOWN
    if unknown:
        raise ValueError(f"{folder}: this checker does not know {sorted(unknown)}")
    items = []
    for name in settings["resources"]:
        path = os.path.join(folder, name)
        items += build(path) if os.path.isdir(path) else load(path)
    for patch in settings.get("patches", []):
        for document in load(os.path.join(folder, patch["path"])):
            _apply(items, document)
    for image in settings.get("images", []):
        _rename(items, image)
    if "namespace" in settings:
        for item in items:
            item["metadata"]["namespace"] = settings["namespace"]
    return items
