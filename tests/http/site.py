#!/usr/bin/env python3
"""POST /v1/extract/site: pages of one site compared with one another.

Environment: DANAD_BIN the binary.
"""

import base64
import gzip
import json
import sys

import harness

PATH = "/v1/extract/site"
JSON = {"Content-Type": "application/json"}
MENU = "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
FOOTER = "<div class=foot>All rights reserved by the paper, the editors and their heirs.</div>"
NEWS = ["After nine dry weeks the first rain fell on the valley.", "Snow closed both passes, and trains stood still.",
        "A gale took the roof off a barn near Mill Lane.", "Fog hides our harbour; ferries wait."]


def encode(data):
    return base64.b64encode(data).decode()


def page(text):
    return f"<title>t</title>{MENU}<div id=c><h1>{text.split()[1]}</h1><p>{text}</p></div>{FOOTER}"


def items(count=len(NEWS), **more):
    return [{"id": i, "html": page(NEWS[i]), **more} for i in range(count)]


def post(server, request, **headers):
    body = request if isinstance(request, bytes) else json.dumps(request).encode()
    return server.request("POST", PATH, body, {**JSON, **headers})


def answer(server, request, status=200, **headers):
    reply = post(server, request, **headers)
    assert reply.status == status, (reply.status, reply.body[:300])
    return json.loads(reply.body)


def differ(found, wanted):
    return [] if found == wanted else [f"{str(found)[:300]}, not {str(wanted)[:300]}"]


def texts(whole):
    return [r["result"]["content"]["text"] if r["status"] == 200 else r["problem"]["code"] for r in whole["results"]]


def shown(indexes):
    return [NEWS[i].split()[1] + "\n" + NEWS[i] for i in indexes]


def templates(server):
    """What all pages have goes, what one of them has stays; sst is the algorithm without any options."""
    whole = answer(server, {"items": items(), "include": ["text"]})
    problems = differ(texts(whole), shown(range(4))) + differ(whole["summary"], {"ok": 4, "failed": 0, "compared": 4})
    problems += differ([(r["index"], r["id"]) for r in whole["results"]], [(i, i) for i in range(4)])
    used = whole["results"][0]["result"]["algorithm"]
    problems += differ((used["id"], used["params"]), ("sst", {"threshold": 60}))
    everything = answer(server, {"items": items(), "include": ["text"], "options": {"params": {"threshold": 0}}})
    return problems + ([] if texts(everything)[0].startswith("- Home") else [str(texts(everything)[0])])


def alone(server):
    """The same page without its site: all text, and a warning."""
    reply = server.extract({"html": page(NEWS[0]), "include": ["text"], "options": {"algorithm": "sst"}})
    found = json.loads(reply.body)
    return differ([w["code"] for w in found["warnings"]], ["site-of-one-page"]) + \
        ([] if "All rights" in found["content"]["text"] else [found["content"]["text"]])


def coded(server):
    """Bytes of any encoding, compressed bodies, and parts that an item asks for itself."""
    sent = [{"html_base64": encode(page(t).encode("utf-16"))} for t in NEWS[:2]]
    whole = answer(server, gzip.compress(json.dumps({"items": sent, "include": ["text"]}).encode()), **{"Content-Encoding": "gzip"})
    problems = differ(texts(whole), shown(range(2)))
    own = answer(server, {"items": items(2, options={"params": {"threshold": 5}}), "options": None})
    mixed = items(2) + [{"html": page(NEWS[2]), "include": ["headline"], "options": {"algorithm": "plain"}}]
    last = answer(server, {"items": mixed})["results"][2]["result"]
    return problems + differ((last["algorithm"]["id"], last["content"]), ("plain", None)) + \
        differ(own["results"][0]["result"]["algorithm"], {"id": "sst", "revision": 1, "params": {"threshold": 5}})


def pipelines(server):
    """Other algorithms may have it in them; what is removed is not compared."""
    options = {"algorithm": "combine", "params": {"expression": "intersection(sst,plain)"}}
    problems = differ(texts(answer(server, {"items": items(), "include": ["text"], "options": options})), shown(range(4)))
    removed = answer(server, {"items": items(), "include": ["text"], "options": {"remove": "h1"}})
    return problems + differ(texts(removed), NEWS)


def wrong_items(server):
    """They get problems, and the others are compared without them."""
    sent = items(3) + [{"id": "u", "url": "http://127.0.0.1/"}, {"id": "n"}, {"id": "x", "html": 1}, [1],
                       {"id": "p", "html_base64": encode(b"%PDF-1.7 x")}]
    whole = answer(server, {"items": sent, "include": ["text"]})
    return differ(texts(whole), shown(range(3)) + ["invalid-request"] * 4 + ["unsupported-media-type"]) + \
        differ(whole["summary"], {"ok": 3, "failed": 5, "compared": 3}) + \
        differ(whole["results"][3]["problem"]["errors"][0]["pointer"], "#/url")


def refusals(server):
    problems = []
    for request, status, code in (({"items": items(1)}, 400, "invalid-request"), ({"items": []}, 400, "invalid-request"),
                                  ({"items": items(), "options": {"algorithm": "none"}}, 400, "invalid-request"),
                                  ({"items": [{"html": ""}] * 101}, 413, "too-many-items"), (b"{", 400, "invalid-json")):
        found = answer(server, request, status)
        problems += differ(found["code"], code)
    few = answer(server, {"items": items(1)}, 400)
    problems += differ(few["errors"][0], {"pointer": "#/items", "detail": "items must be at least 2 pages of one site"})
    return problems + differ(post(server, b"{}\n", **{"Content-Type": "application/x-ndjson"}).status, 415)


def late(server):
    """All pages share the time of one."""
    slow = [{"html": "<p>many words, " * 60000} for _ in range(20)]
    hurried = harness.Server(DANAD_PROCESS_TIMEOUT="20ms", DANAD_MAX_BODY_BYTES="64MiB")
    try:
        found = answer(hurried, {"items": slow}, 422)
    finally:
        hurried.stop()
    return differ((found["code"], found["limit"]), ("processing-timeout", 20)) + templates(server)


def main():
    tally = harness.Tally()
    server = harness.Server()
    for test in (templates, alone, coded, pipelines, wrong_items, refusals, late):
        tally.run(test.__name__.replace("_", " "), test, server)
    server.stop()
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
