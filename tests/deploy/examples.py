"""The examples for ingress, routes, monitoring and autoscaling (deploy/kubernetes/examples): their schemas, what they name of
the base, that they route what is public and nothing else, that they scale by the same rules.

Needs DANAD_BIN, as manifests.py."""
import copy
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../http"))

import kustomize  # noqa: E402
import schema  # noqa: E402
import yaml  # noqa: E402
from harness import Tally, binary, clean_environment  # noqa: E402
from manifests import (END_S, KUBERNETES, built, compose, containers, one, print_config, quantity, servers,  # noqa: E402
                       variables)
from table import ROOT  # noqa: E402

NAMES = ("ingress", "httproute", "servicemonitor", "keda/scaledobject")
PRIVATE = ("/metrics", "/livez", "/readyz", "/healthz")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as text:
        return text.read()


def example(name):
    (item,) = kustomize.load(os.path.join(KUBERNETES, "examples", f"{name}.yaml"))
    return item


def service():
    return one(built("base"), "Service")


def routes(item):
    """(type, path) of what a route lets in, and the services behind it: (name, port)."""
    if item["kind"] == "Ingress":
        paths = [path for rule in item["spec"]["rules"] for path in rule["http"]["paths"]]
        return ([(path["pathType"], path["path"]) for path in paths],
                [(path["backend"]["service"]["name"], path["backend"]["service"]["port"].get("name")) for path in paths])
    rules = item["spec"]["rules"]
    return ([(match["path"]["type"], match["path"]["value"]) for rule in rules for match in rule["matches"]],
            [(to["name"], to["port"]) for rule in rules for to in rule["backendRefs"]])


def lets_in(rule, path):
    kind, begin = rule
    return path == begin or ("Prefix" in kind and (path.startswith(begin.rstrip("/") + "/")))


def routed(item):
    """Every operation of the API is routed to the Service; metrics and probes are not."""
    rules, backends = routes(item)
    port = service()["spec"]["ports"][0]
    for name, to in backends:
        if name != service()["metadata"]["name"] or to not in (port["name"], port["port"]):
            yield f"{name}:{to} is no Service of the base"
    for path in yaml.safe_load(read("openapi.yaml"))["paths"]:
        let = any(lets_in(rule, path) for rule in rules)
        if path.startswith("/v1") and not let:
            yield f"{path} is not routed"
        if path in PRIVATE and let:
            yield f"{path} is routed"


def same_routes():
    return [] if set(path for _, path in routes(example("ingress"))[0]) == set(
        path for _, path in routes(example("httproute"))[0]) else ["the Ingress and the HTTPRoute differ"]


def body_of_ingress():
    """The Ingress takes the bodies that danad takes."""
    taken = example("ingress")["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
    most = int(print_config()["DANAD_MAX_BODY_BYTES"])
    return [] if quantity(taken) == most else [f"{taken}, danad takes {most}"]


def monitored(item):
    """The Service has the labels and the port, and the alerts' job is the label that becomes it."""
    spec, labels = item["spec"], service()["metadata"]["labels"]
    if not spec["selector"]["matchLabels"].items() <= labels.items():
        yield f"no Service has {spec['selector']}"
    if [end["port"] for end in spec["endpoints"]] != [service()["spec"]["ports"][0]["name"]]:
        yield f"no such port: {spec['endpoints']}"
    jobs = set(re.findall(r'job="([^"]*)"', read("deploy/prometheus/alerts.yaml")))
    if jobs != {labels[spec["jobLabel"]]}:
        yield f"the job is {labels[spec['jobLabel']]}, the alerts ask for {jobs}"


def scaled(item):
    """KEDA has the bounds, the behaviour and the thresholds of the base's autoscaler; its metrics exist."""
    spec, base = item["spec"], one(built("base"), "HorizontalPodAutoscaler")["spec"]
    if (spec["minReplicaCount"], spec["maxReplicaCount"]) != (base["minReplicas"], base["maxReplicas"]):
        yield "the bounds are not those of the base"
    if spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"] != base["behavior"]:
        yield "the behaviour is not that of the base"
    share, cpu = spec["triggers"]
    wanted = {metric["type"]: metric for metric in base["metrics"]}
    if float(share["metadata"]["threshold"]) * 1000 != int(
            wanted["Pods"]["pods"]["target"]["averageValue"].removesuffix("m")):
        yield "the share of the queue is not that of the base"
    if int(cpu["metadata"]["value"]) != wanted["Resource"]["resource"]["target"]["averageUtilization"]:
        yield "the share of the CPU is not that of the base"
    known = read("service/src/metrics/metric_table.c")
    yield from (f"there is no metric {name}" for name in re.findall(r"danad_[a-z_]+", share["metadata"]["query"])
                if f'"{name}"' not in known)


def renderer_image():
    return read("deploy/Dockerfile.renderer")


def command_works(command):
    """A command of the image, as the program has it: its help exists, and nobody is there to be asked."""
    if command[0] != "/usr/bin/danad" or "renderer" not in command:
        yield f"{command} does not ask the renderer"
        return
    asked = subprocess.run([binary(), *command[1:]], env=clean_environment(DANAD_RENDERER="unix:/nowhere/a"), capture_output=True,
                           text=True, timeout=60, check=False)
    if asked.returncode != 1 or "no answer at /nowhere/a.health" not in asked.stderr:
        yield f"{command}: {asked.returncode} {asked.stderr}"


def rendered_beside(items):
    """A renderer in each pod: one socket in a folder that both have, room for its browsers, health, and an end after the server's."""
    (_, template, server), = servers(items)
    (_, _, renderer), = [found for found in containers(items) if found[2]["name"] == "renderer"]
    addresses = {variables(container).get("DANAD_RENDERER", "") for container in (server, renderer)}
    folder = os.path.dirname(min(addresses).removeprefix("unix:"))
    for container in (server, renderer):
        if [mount["name"] for mount in container["volumeMounts"] if mount["mountPath"] == folder] != ["socket"] or len(addresses) != 1:
            yield f"{container['name']}: {addresses} is not in a folder that both have"
    if "/tmp" not in [mount["mountPath"] for mount in renderer["volumeMounts"]]:
        yield "browsers have no folder"
    if any("emptyDir" not in volume for volume in template["spec"]["volumes"]):
        yield "a folder outlives the pod"
    limits = renderer["resources"]["limits"]
    if quantity(limits["memory"]) < int(limits["cpu"]) * int(print_config(**variables(renderer))["DANAD_RENDER_MEMORY"]) + (256 << 20):
        yield f"{limits} is not enough for its browsers"
    if renderer["securityContext"].get("seccompProfile") != {"type": "Unconfined"}:
        yield "the browser's sandbox needs user namespaces"
    for probe in ("startupProbe", "livenessProbe"):
        yield from command_works(renderer[probe]["exec"]["command"])
    if "readinessProbe" in renderer:
        yield "without a renderer the pod still answers"
    yield from ends_last(template, server, renderer)


def ends_last(template, server, renderer):
    given = print_config(**variables(server))
    drain = sum(int(given[key]) / 1000 for key in ("DANAD_DRAIN_DELAY", "DANAD_DRAIN_TIMEOUT")) + END_S
    slept = int(renderer["lifecycle"]["preStop"]["exec"]["command"][-1])
    if not drain <= slept < template["spec"]["terminationGracePeriodSeconds"]:
        yield f"the renderer ends after {slept} s, the server after {drain}"


def same_renderer():
    """Image, compose file and pod name the same socket and health check."""
    items = built("examples/renderer")
    (_, _, renderer), = [found for found in containers(items) if found[2]["name"] == "renderer"]
    command = json.loads(re.search(r"HEALTHCHECK.*?CMD (\[.*?\])", renderer_image(), re.S).group(1))
    service = compose()["services"]["renderer"]
    if service["healthcheck"]["test"] != ["CMD"] + command or renderer["startupProbe"]["exec"]["command"] != command:
        yield f"the health checks differ: {command}"
    if f"ENV DANAD_RENDERER={variables(renderer)['DANAD_RENDERER']}\n" not in renderer_image():
        yield "the image has another socket"
    if f"USER {service['user']}\n" not in renderer_image():
        yield "the image has another user"
    yield from command_works(command)


CHECKS = {"ingress": routed, "httproute": routed, "servicemonitor": monitored, "keda/scaledobject": scaled}

# Errors put into an example, each of which its checks must find: (name, path, value; None removes).
SPOILED = (
    ("ingress", ("spec", "rules", 0, "http", "paths", 0, "pathTyp"), "Prefix"),
    ("ingress", ("spec", "rules", 0, "http", "paths", 0, "path"), "/v2"),
    ("ingress", ("spec", "rules", 0, "http", "paths", 0, "backend", "service", "name"), "other"),
    ("httproute", ("spec", "rules", 0, "matches", 1, "path", "value"), "/"),
    ("httproute", ("spec", "rules", 0, "backendRefs", 0, "port"), "80"),
    ("httproute", ("spec", "rules", 0, "backendRefs", 0, "port"), 8080),
    ("httproute", ("spec", "hostname"), "danad.example"),
    ("httproute", ("apiVersion",), "gateway.networking.k8s.io/v1alpha1"),
    ("servicemonitor", ("spec", "endpoints", 0, "interval"), 15),
    ("servicemonitor", ("spec", "endpoints", 0, "port"), "web"),
    ("servicemonitor", ("spec", "selector", "matchLabels"), {"app": "other"}),
    ("servicemonitor", ("spec", "jobLabel"), "app.kubernetes.io/name2"),
    ("servicemonitor", ("spec", "endpoints"), None),
    ("keda/scaledobject", ("spec", "minReplicas"), 2),
    ("keda/scaledobject", ("spec", "triggers", 0, "metadata", "threshold"), 0.25),
    ("keda/scaledobject", ("spec", "triggers", 0, "metadata", "threshold"), "0.5"),
    ("keda/scaledobject", ("spec", "triggers", 0, "metadata", "query"), "danad_queue"),
    ("keda/scaledobject", ("spec", "triggers", 1, "metricType"), "Value"),
    ("keda/scaledobject", ("metadata", "nam"), "danad"),
)


# The same for the pod with a renderer: (container or None, path, value).
SPOILED_PODS = (
    ("danad", ("env", 0, "value"), "unix:/run/other/renderer.sock"),
    ("renderer", ("volumeMounts", 0, "mountPath"), "/run/other"),
    ("renderer", ("volumeMounts", 1, "mountPath"), "/var/tmp"),
    ("renderer", ("resources", "limits", "memory"), "2Gi"),
    ("renderer", ("resources", "limits", "cpu"), "4"),
    ("renderer", ("securityContext", "seccompProfile"), {"type": "RuntimeDefault"}),
    ("renderer", ("livenessProbe", "exec", "command"), ["/usr/bin/danad", "healthcheck"]),
    ("renderer", ("startupProbe", "exec", "command"), ["/usr/bin/danad", "healthcheck", "renderer", "--reddy"]),
    ("renderer", ("readinessProbe",), {"exec": {"command": ["/bin/true"]}}),
    ("renderer", ("lifecycle", "preStop", "exec", "command"), ["/bin/sleep", "10"]),
    (None, ("terminationGracePeriodSeconds",), 27),
    (None, ("volumes", 0), {"name": "socket", "hostPath": {"path": "/run"}}),
)


def finds_in_pod(container, path, value):
    items = copy.deepcopy(built("examples/renderer"))
    place = one(items, "Deployment")["spec"]["template"]["spec"]
    if container is not None:
        (place,) = [found for found in place["containers"] if found["name"] == container]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return [] if list(rendered_beside(items)) else [f"{path} = {value} was not found"]


def problems_of(name, item):
    found = schema.check(item)
    return found or list(CHECKS[name](item))


def finds(name, path, value):
    """The checks find the error that was put in."""
    item = copy.deepcopy(example(name))
    place = item
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    if value is None:
        del place[path[-1]]
    try:
        return [] if problems_of(name, item) else [f"{path} = {value} was not found"]
    except KeyError:  # a name that leads nowhere
        return []


def main():
    tally = Tally()
    for name in NAMES:
        tally.run(name, lambda: problems_of(name, example(name)))
    tally.run("the same routes", same_routes)
    tally.run("bodies", body_of_ingress)
    tally.run("a renderer in each pod", lambda: list(rendered_beside(built("examples/renderer"))))
    tally.run("the same renderer everywhere", lambda: list(same_renderer()))
    for container, path, value in SPOILED_PODS:
        tally.run(f"renderer: finds {container} {path[-1]}", finds_in_pod, container, path, value)
    for name, path, value in SPOILED:
        tally.run(f"{name}: finds {path[-1]}", finds, name, path, value)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
