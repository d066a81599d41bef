"""The Kubernetes manifests and compose.yaml: finds the errors that an API server, a scheduler and an operator
would find. Runs with Debian's Python, for python3-kubernetes.

Needs DANAD_BIN. Not covered: admission rules of a real cluster, the spelling of quantities, how a network
plug-in enforces the policy.
"""
import copy
import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys

import yaml

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../http"))

import kustomize  # noqa: E402
import schema  # noqa: E402
from harness import Tally, binary, clean_environment  # noqa: E402
from table import ROOT, differences, guarded  # noqa: E402

KUBERNETES = os.path.join(ROOT, "deploy/kubernetes")
SETS = ("base", "overlays/production", "overlays/small", "examples/keda", "examples/renderer")
# Time after the drain: rejected requests are answered, and the process ends.
END_S = 2


def built(name):
    return kustomize.build(os.path.join(KUBERNETES, name))


def job(name="extract-job"):
    return kustomize.load(os.path.join(KUBERNETES, f"examples/{name}.yaml"))


def splits_by_completions():
    """The job over WARC files divides the lines by its number of completions: else lines are lost, or done twice."""
    (warc,) = job("extract-warc-job")
    shown = warc["spec"]["template"]["spec"]["containers"][0]["args"][-1]
    if f"awk -v n={warc['spec']['completions']} " not in shown:
        yield f"{warc['spec']['completions']} completions: {shown}"


def compose():
    return kustomize.load(os.path.join(ROOT, "deploy/compose.yaml"))[0]


def dockerfile():
    with open(os.path.join(ROOT, "deploy/Dockerfile"), encoding="utf-8") as text:
        return text.read()


def one(items, kind):
    """The only object of a kind, or None."""
    found = [item for item in items if item["kind"] == kind]
    return found[0] if len(found) == 1 else None


def pods(items):
    """Pod templates: (name, template)."""
    return [(f'{item["kind"]} {item["metadata"]["name"]}', item["spec"]["template"])
            for item in items if "template" in item.get("spec", {})]


def containers(items):
    return [(f'{name}/{container["name"]}', template, container) for name, template in pods(items)
            for container in template["spec"]["containers"]]


def servers(items):
    """The containers that answer requests: a renderer beside one does not."""
    return [found for found in containers([item for item in items if item["kind"] == "Deployment"]) if found[2]["name"] == "danad"]


def variables(container):
    """Plain values of the environment."""
    return {entry["name"]: entry["value"] for entry in container.get("env", []) if "value" in entry}


def print_config(**given):
    """The program's effective settings, name to value; its error message if it would not start."""
    result = subprocess.run([binary(), "serve", "--print-config"], env=clean_environment(**given), check=False,
                            capture_output=True, text=True, timeout=60)
    if result.returncode:
        raise ValueError(result.stderr.strip())
    return dict(line.split("=", 1) for line in result.stdout.splitlines())


def seconds(text):
    number, unit = re.fullmatch(r"(\d+)(ms|s)?", text).groups()
    return int(number) * (1 if unit == "s" else 0.001)


def fits(selector, labels):
    return bool(selector) and all(labels.get(name) == value for name, value in selector.items())


# Checks of a list of objects; each returns or yields lines.

def schemas(items):
    return [problem for item in items for problem in schema.check(item)]


def selectors(items):
    """Every selector matches the pods, and a template has the labels of its own selector."""
    labels = [template["metadata"]["labels"] for _, template in pods(items)]
    for item in items:
        spec = item.get("spec", {})
        chosen = {"Service": spec.get("selector"),
                  "NetworkPolicy": spec.get("podSelector", {}).get("matchLabels")}.get(
                      item["kind"], spec.get("selector", {}).get("matchLabels") if "selector" in spec else None)
        if item["kind"] in ("Service", "NetworkPolicy", "PodDisruptionBudget", "Deployment") and not any(
                fits(chosen, found) for found in labels):
            yield f'{item["kind"]}: the selector {chosen} finds no pod'
    for name, template in pods(items):
        for spread in template["spec"].get("topologySpreadConstraints", []):
            if not fits(spread["labelSelector"]["matchLabels"], template["metadata"]["labels"]):
                yield f"{name}: a spread constraint does not find its own pods"


def ports(items):
    """Ports of probes, services and policies are ports of the container, and the image listens there."""
    exposed = int(re.search(r"^EXPOSE (\d+)", dockerfile(), re.M).group(1))
    for name, _, container in servers(items):
        known = {port["name"]: port["containerPort"] for port in container["ports"]}
        used = {probe: container.get(probe, {}).get("httpGet", {}).get("port")
                for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
        used["Service"] = one(items, "Service")["spec"]["ports"][0]["targetPort"]
        for user, port in used.items():
            if known.get(port) != exposed:
                yield f"{name}: {user} uses the port {port}, the image listens on {exposed}"
        allowed = one(items, "NetworkPolicy")["spec"]["ingress"][0]["ports"]
        if [port["port"] for port in allowed] != [exposed]:
            yield f"NetworkPolicy: lets {allowed} in"
        scraped = one(items, "Deployment")["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"]
        if scraped != str(exposed):
            yield f"Prometheus is sent to the port {scraped}"


def probes(items):
    """Each probe requests its own path, and the API has that path."""
    wanted = {"startupProbe": "/readyz", "livenessProbe": "/livez", "readinessProbe": "/readyz"}
    with open(os.path.join(ROOT, "openapi.yaml"), encoding="utf-8") as text:
        paths = yaml.safe_load(text)["paths"]
    for name, _, container in servers(items):
        for probe, path in wanted.items():
            if container.get(probe, {}).get("httpGet", {}).get("path") != path or path not in paths:
                yield f"{name}: {probe} does not ask for {path}"


def references(items):
    """Every object that another one names exists."""
    scalers = [item for item in items if item["kind"] in ("HorizontalPodAutoscaler", "ScaledObject")]
    autoscaler = scalers[0] if scalers else None
    deployment = one(items, "Deployment")
    if len(scalers) > 1:
        yield "two autoscalers scale the same pods"
    if autoscaler:
        target = autoscaler["spec"]["scaleTargetRef"]
        if (target["apiVersion"], target["kind"], target["name"]) != kustomize.identity(deployment):
            yield f"the autoscaler scales {target}"
        if "replicas" in deployment["spec"]:
            yield "the Deployment and the autoscaler both set the number of pods"
    elif deployment and "replicas" not in deployment["spec"]:
        yield "nobody sets the number of pods"
    for name, template in pods(items):
        account = template["spec"].get("serviceAccountName")
        if account and (one(items, "ServiceAccount") or {}).get("metadata", {}).get("name") != account:
            yield f"{name}: there is no account {account}"
    if len({item["metadata"].get("namespace") for item in items}) != 1:
        yield "the objects are in different namespaces"


def mounts(items):
    for name, template in pods(items):
        volumes = {volume["name"] for volume in template["spec"].get("volumes", [])}
        used = {mount["name"] for container in template["spec"]["containers"] for mount in container.get("volumeMounts", [])}
        if volumes != used:
            yield f"{name}: mounts {sorted(used)}, has {sorted(volumes)}"
    for name, _, container in containers(items):
        for entry in container.get("env", []):
            field = entry.get("valueFrom", {}).get("resourceFieldRef")
            if field and (field["containerName"] != container["name"] or
                          field["resource"].split(".")[1] not in container["resources"]["limits"]):
                yield f"{name}: {entry['name']} is from {field}"


def security(items):
    """Each pod runs as the image's user, without further privileges."""
    user, group = (int(number) for number in re.search(r"^USER (\d+):(\d+)", dockerfile(), re.M).groups())
    for name, template, container in containers(items):
        spec, own = template["spec"], container.get("securityContext", {})
        context = spec.get("securityContext", {})
        rules = {
            "no token": spec.get("automountServiceAccountToken") is False,
            "not root": context.get("runAsNonRoot") is True,
            "the image's user": (context.get("runAsUser"), context.get("runAsGroup")) == (user, group),
            # The browser's own sandbox needs what the default filter refuses.
            "seccomp": context.get("seccompProfile") == {"type": "RuntimeDefault"} and ("seccompProfile" not in own or
                                                                                        container["name"] == "renderer"),
            "read-only root": own.get("readOnlyRootFilesystem") is True,
            "no escalation": own.get("allowPrivilegeEscalation") is False,
            "no capabilities": own.get("capabilities") == {"drop": ["ALL"]},
            "limits": {"cpu", "memory"} <= set(container.get("resources", {}).get("limits", {})),
            "requests": {"cpu", "memory"} <= set(container.get("resources", {}).get("requests", {})),
        }
        for rule, kept in rules.items():
            if not kept:
                yield f"{name}: {rule}"


def grace(items):
    """The pod is not killed while it drains, with its settings."""
    for name, template, container in servers(items):
        settings = print_config(**variables(container))
        drain = sum(int(settings[key]) / 1000 for key in ("DANAD_DRAIN_DELAY", "DANAD_DRAIN_TIMEOUT"))
        if template["spec"].get("terminationGracePeriodSeconds", 30) <= drain + END_S:
            yield f"{name}: draining takes {drain} s and {END_S}"


def most_memory(given):
    """An upper bound in bytes, for settings as --print-config prints them: bodies, twice as many as workers;
    processing of a page, eight times its size (tests/unit/core/test_memory.c); pages being fetched."""
    workers, body = int(given["DANAD_WORKERS"]), int(given["DANAD_MAX_BODY_BYTES"])
    fetched = int(given["DANAD_FETCH_CONCURRENCY"]) * int(given["DANAD_FETCH_MAX_BYTES"])
    return (2 + 8) * workers * body + (fetched if given["DANAD_FETCH"] == "on" else 0)


def quantity(text):
    """The bytes of a quantity of memory as Kubernetes or compose writes it."""
    number, unit = re.fullmatch(r"(\d+)([A-Za-z]*)", text).groups()
    return int(number) << {"Ki": 10, "Mi": 20, "m": 20, "Gi": 30, "g": 30}[unit]


def memory(items):
    """The limit is above the most memory that the settings allow."""
    for name, _, container in servers(items):
        limits = container["resources"]["limits"]
        most = most_memory(print_config(**variables(container), DANAD_WORKERS=limits["cpu"]))
        if quantity(limits["memory"]) < most:
            yield f"{name}: {limits['memory']} is less than {most >> 20} MiB"


def settings(items):
    """The program accepts every variable and value; of those taken from fields, the name."""
    for name, _, container in containers(items):
        given = variables(container)
        for entry in container.get("env", []):
            if "valueFrom" in entry and entry["name"].startswith("DANAD_"):
                given[entry["name"]] = "2"
        try:
            print_config(**given)
        except ValueError as error:
            yield f"{name}: {error}"


def egress(items):
    """Outgoing connections are allowed for DNS, and for fetches to what the address guard allows."""
    policy = one(items, "NetworkPolicy")["spec"]
    four, six = guarded()
    names, web = policy["egress"]
    blocks = {entry["ipBlock"]["cidr"]: entry["ipBlock"]["except"] for entry in web["to"]}
    if sorted(blocks) != ["0.0.0.0/0", "2000::/3"]:
        yield f"out to {sorted(blocks)}"
        return
    for cidr, wanted in (("0.0.0.0/0", four), ("2000::/3", six)):
        yield from differences(cidr, [ipaddress.ip_network(text) for text in blocks[cidr]], wanted)
    fetched = {int(port) for port in print_config()["DANAD_FETCH_PORTS"].split(",")}
    if {port["port"] for port in web["ports"]} != fetched:
        yield f"the ports {web['ports']} are not those that are fetched from"
    if {port["port"] for port in names["ports"]} != {53} or not all("podSelector" in to for to in names["to"]):
        yield "names are not asked of the cluster's resolver alone"
    if sorted(policy["policyTypes"]) != ["Egress", "Ingress"]:
        yield "the policy does not hold both ways"


SET_CHECKS = (schemas, selectors, ports, probes, references, mounts, security, grace, memory, settings, egress)
JOB_CHECKS = (schemas, mounts, security)


def same_as_kubectl(name):
    """kustomize.py generates the same objects as kubectl."""
    result = subprocess.run(["kubectl", "kustomize", os.path.join(KUBERNETES, name)], capture_output=True,
                            text=True, timeout=60, check=False)
    theirs = {kustomize.identity(item): item for item in yaml.safe_load_all(result.stdout)}
    ours = {kustomize.identity(item): item for item in built(name)}
    return [result.stderr] if result.returncode else [
        f"{key}: {ours.get(key)} is not {theirs.get(key)}" for key in sorted(ours.keys() | theirs.keys())
        if ours.get(key) != theirs.get(key)]


def adapter_metric():
    """The adapter's rule defines the metric that the autoscaler uses."""
    (rules,) = kustomize.load(os.path.join(KUBERNETES, "examples/prometheus-adapter.yaml"))
    made = [rule["name"]["as"] for rule in rules["rules"]["custom"]]
    asked = [metric["pods"]["metric"]["name"] for metric in one(built("base"), "HorizontalPodAutoscaler")
             ["spec"]["metrics"] if metric["type"] == "Pods"]
    return [] if made == asked else [f"made {made}, asked for {asked}"]


COMPOSE_KEYS = set("image build ports environment user read_only cap_drop security_opt mem_limit memswap_limit cpus "
                   "pids_limit restart stop_grace_period healthcheck profiles configs volumes tmpfs network_mode".split())


def compose_services():
    """Each service is confined, danad's settings are known and fit its limits, files and networks exist."""
    services = compose()["services"]
    for name, service in services.items():
        if set(service) - COMPOSE_KEYS:
            yield f"{name}: not known here: {sorted(set(service) - COMPOSE_KEYS)}"
        # The browser's own sandbox needs what the engine's filter refuses.
        options = ["no-new-privileges:true"] + (["seccomp=unconfined"] if name == "renderer" else [])
        if (service.get("read_only"), service.get("cap_drop"), service.get("security_opt")) != (
                True, ["ALL"], options) or "mem_limit" not in service:
            yield f"{name}: it is not confined"
        if name == "renderer" and service.get("network_mode") != "none":
            yield "the renderer has a network"
        for port in service.get("ports", []):
            if not re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port):
                yield f"{name}: the port {port} is open to others"
    danad = services["danad"]
    given = print_config(**danad["environment"])
    drain = sum(int(given[key]) / 1000 for key in ("DANAD_DRAIN_DELAY", "DANAD_DRAIN_TIMEOUT"))
    if seconds(danad["stop_grace_period"]) <= drain + END_S:
        yield f"danad is killed before its {drain} s of draining are over"
    if quantity(danad["mem_limit"]) < most_memory(given):
        yield f"danad may take {most_memory(given) >> 20} MiB"
    if int(given["DANAD_WORKERS"]) != danad["cpus"]:
        yield "danad has not one worker a CPU"
    if danad["user"] != re.search(r"^USER (\S+)", dockerfile(), re.M).group(1):
        yield "danad does not run as the image's user"


def compose_health():
    """compose.yaml and the Dockerfile have the same health check, by a command of the program."""
    command = re.search(r"HEALTHCHECK.*?CMD (\[.*?\])", dockerfile(), re.S).group(1)
    test = compose()["services"]["danad"]["healthcheck"]["test"]
    if test != ["CMD"] + json.loads(command):
        return [f"{test} is not {command}"]
    asked = subprocess.run([binary(), test[2], "--help"], capture_output=True, timeout=60, check=False)
    return [f"danad {test[2]}: {asked.stderr}"] if asked.returncode else []


def compose_files():
    """Mounted files exist, and Prometheus scrapes danad with the job name that the alerts use."""
    content = compose()
    for service in content["services"].values():
        for volume in service.get("volumes", []):
            if volume.split(":")[0] not in content["volumes"] and not os.path.isfile(os.path.join(ROOT, "deploy", volume.split(":")[0])):
                yield f"{volume}: there is no such file"
    scraped = yaml.safe_load(content["configs"]["prometheus"]["content"])["scrape_configs"]
    if [(job["job_name"], job["static_configs"]) for job in scraped] != [("danad", [{"targets": ["danad:8080"]}])]:
        yield f"Prometheus scrapes {scraped}"


# Errors put into a good set, each of which a check must find: (check, path into the Deployment or kind, value).
SPOILED = (
    (schemas, ("Deployment", "spec", "template", "spec", "containers", 0, "livenesProbe"), {}),
    (schemas, ("Deployment", "spec", "selector"), None),
    (schemas, ("Service", "spec", "ports", 0, "port"), "80"),
    (schemas, ("NetworkPolicy", "apiVersion"), "networking.k8s.io/v2"),
    (selectors, ("Service", "spec", "selector"), {"app": "other"}),
    (selectors, ("PodDisruptionBudget", "spec", "selector", "matchLabels"), {"app": "other"}),
    (ports, ("Deployment", "spec", "template", "spec", "containers", 0, "readinessProbe", "httpGet", "port"), "web"),
    (ports, ("Deployment", "spec", "template", "spec", "containers", 0, "ports", 0, "containerPort"), 80),
    (probes, ("Deployment", "spec", "template", "spec", "containers", 0, "livenessProbe", "httpGet", "path"), "/readyz"),
    (references, ("HorizontalPodAutoscaler", "spec", "scaleTargetRef", "name"), "other"),
    (references, ("Deployment", "spec", "replicas"), 3),
    (mounts, ("Deployment", "spec", "template", "spec", "volumes"), [{"name": "x", "emptyDir": {}}]),
    (security, ("Deployment", "spec", "template", "spec", "securityContext", "runAsUser"), 0),
    (security, ("Deployment", "spec", "template", "spec", "automountServiceAccountToken"), True),
    (grace, ("Deployment", "spec", "template", "spec", "terminationGracePeriodSeconds"), 20),
    (memory, ("Deployment", "spec", "template", "spec", "containers", 0, "resources", "limits", "memory"), "256Mi"),
    (settings, ("Deployment", "spec", "template", "spec", "containers", 0, "env", 0, "name"), "DANAD_WORKER"),
    (egress, ("NetworkPolicy", "spec", "egress", 1, "to", 0, "ipBlock", "except"), ["10.0.0.0/8"]),
    (egress, ("NetworkPolicy", "spec", "egress", 1, "ports", 0, "port"), 8080),
)


def finds(check, path, value):
    """A check finds the error that was put in."""
    items = copy.deepcopy(built("base"))
    place = one(items, path[0])
    for key in path[1:-1]:
        place = place[key]
    place[path[-1]] = value
    if value is None:
        del place[path[-1]]
    return [] if list(check(items)) else [f"{path} = {value} was not found"]


def has_new_kubectl():
    """Whether kubectl is installed and its kustomize supports patches by path; that of Debian 12 does not."""
    if not shutil.which("kubectl"):
        return False
    result = subprocess.run(["kubectl", "version", "--client"], capture_output=True, text=True, timeout=60,
                            check=False)
    return bool(re.search(r"Kustomize Version: v([4-9]|\d\d)\.", result.stdout))


def main():
    tally = Tally()
    new_kubectl = has_new_kubectl()
    if not new_kubectl:
        print("skipped: the overlays against kubectl's kustomize, there is none of version 4 or newer")
    for name in SETS:
        for check in SET_CHECKS:
            tally.run(f"{name}: {check.__name__}", lambda: list(check(built(name))))
        if new_kubectl:
            tally.run(f"{name}: as kubectl makes it", same_as_kubectl, name)
    for check in JOB_CHECKS:
        tally.run(f"job: {check.__name__}", lambda: list(check(job())))
        tally.run(f"WARC job: {check.__name__}", lambda: list(check(job("extract-warc-job"))))
    for check, path, value in SPOILED:
        tally.run(f"{check.__name__} finds {path[-1]}", finds, check, path, value)
    tally.run("adapter", adapter_metric)
    for check in (compose_services, compose_health, compose_files, splits_by_completions):
        tally.run(check.__name__, lambda: list(check()))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
