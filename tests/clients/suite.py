#!/usr/bin/env python3
"""What the Python client does, blocking and with asyncio. Prints JSON: [name, problem or null] of each check.

Usage: suite.py PROXY DIRECT TOKEN PATHS, the URLs of unreliable.py and of danad, and as JSON those of relays.py; the package danad is
found by PYTHONPATH.
"""

import asyncio
import concurrent.futures
import faulthandler
import json
import os
import pickle
import re
import ssl
import sys
import threading
import time
import traceback
import urllib.request

import danad
from danad import AsyncClient, BatchItem, Client, DanadConnectionError, DanadError, DanadProblemError, DanadTimeoutError, ExtractOptions

PROXY, DIRECT, TOKEN = sys.argv[1:4]
PATHS = json.loads(sys.argv[4])
RAIN = "<h1>Rain returns to the valley</h1><p>After nine dry weeks the first rain fell on Monday, and the river rose by a hand."


def at(scenario, key):
    return DIRECT if scenario == "direct" else f"{PROXY}/{scenario}/{key}"


def seen(key):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{PROXY}/seen/{key}") as answer:
        return json.load(answer)


def has_left(key):
    end = time.monotonic() + 5
    while not seen(key)["left"]:
        assert time.monotonic() < end, "the connection stays open"
        time.sleep(.05)


def page(text):
    return f"<h1>{text}</h1><p>After nine dry weeks the first rain fell on the valley on Monday, said {text}."


def items(count):
    return [BatchItem(id=f"page-{i}", html=page(f"number {i}")) for i in range(count)]


def caught(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def check_results(got, count):
    assert sorted(one.index for one in got) == list(range(count)), [one.index for one in got]
    for one in got:
        assert one.ok and one.id == f"page-{one.index}" == one.item.id, one
        assert one.get().headline.text == f"number {one.index}", one


class Blocking:
    """AsyncClient as if it were Client, so that both pass the same checks."""

    loop = asyncio.new_event_loop()

    def __init__(self, *arguments, **named):
        self._client = AsyncClient(*arguments, **named)

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def __getattr__(self, name):
        return lambda *arguments, **named: self.run(getattr(self._client, name)(*arguments, **named))

    def batch(self, *arguments, **named):
        results = self._client.batch(*arguments, **named)
        try:
            while True:
                try:
                    yield self.run(results.__anext__())
                except StopAsyncIteration:
                    return
        finally:
            self.run(results.aclose())


class Checks:
    """Each method is a check of one kind of client; key is its own."""

    def __init__(self, kind):
        self.kind = kind

    def client(self, scenario, key, **options):
        return self.kind(at(scenario, key), **{"token": TOKEN, **options})

    def page(self, key):
        got = self.client("fine", key).extract(RAIN, include=["text", "headline"], request_id="order-4711")
        assert got.headline.text == "Rain returns to the valley" and "nine dry weeks" in got.text, got
        assert got.id == "order-4711" and got.markdown == "" and got.algorithm.id == "auto", got
        sent = seen(key)["requests"][0]
        assert sent["authorization"] == f"Bearer {TOKEN}" and sent["x-request-id"] == "order-4711", sent
        assert sent["user-agent"].startswith(f"danad-client-python/{danad.__version__} "), sent

    def bytes_and_options(self, key):
        client = self.client("fine", key)
        got = client.extract("<meta charset=windows-1251><h1>Дождь</h1>".encode("windows-1251"), include=["headline"])
        assert got.headline.text == "Дождь" and got.encoding.name == "windows-1251", got
        got = client.extract(RAIN, options=ExtractOptions(algorithm="dana", params=danad.models.DanaParams(gap="auto")))
        assert got.algorithm == danad.models.DanaUsed("dana", got.algorithm.revision, got.algorithm.params), got
        assert got.algorithm.params.gap == "auto" and got.ranges is not None and got.density.lines > 0, got
        assert client.extract("\ud800 " + RAIN).warnings[0].code == "lone-surrogate-replaced"

    def forms(self, key):
        client = self.client("fine", key)
        assert client.extract_as("markdown", RAIN).startswith("# Rain returns")
        assert client.extract_as("text", RAIN).startswith("Rain returns")
        assert "<h1>Rain" in client.extract_as("html", RAIN) and "<svg" in client.extract_as("svg", RAIN)
        assert isinstance(caught(client.extract_as, "pdf", RAIN), DanadError)

    def other_routes(self, key):
        client = self.client("fine", key)
        server = client.info().version
        assert danad.__version__ == re.sub(r"-(a|b|rc)[a-z]*\.?", r"\1", server), server
        assert any(one.id == "auto" and one.params[0].name for one in client.algorithms().algorithms)
        assert client.headline(f"<title>Rain</title>{RAIN}").candidates
        assert client.evaluate("first rain", text="the rain").scores[0].measures.words.f1 == .5
        assert client.site(items(3)).summary.compared == 3
        got = client.trends([danad.TrendQuery("rain", ["rain"])], [danad.TrendDocument("2024-05-01", text="rain")])
        assert got.periods[0].period == "2024", got

    def error_of_the_request(self, key):
        error = caught(self.client("fine", key).extract, RAIN, options={"algorithm": "dana", "params": {"gap": -1}})
        assert isinstance(error, DanadProblemError) and error.status == 400 and error.code == "invalid-request", error
        assert error.pointer == "#/options/params/gap" and "gap" in error.detail and error.request_id, error
        assert error.type == "/problems/invalid-request" and error.problem.errors[0].pointer == error.pointer
        assert len(seen(key)["requests"]) == 1 and pickle.loads(pickle.dumps(error)).pointer == error.pointer

    def arguments(self, key):
        client = self.client("fine", key)
        for named in ({}, {"html": RAIN, "url": "http://a.example/"}, {"html": RAIN, "include": "text"}):
            assert isinstance(caught(client.extract, **named), DanadError), named
        assert "characters" in str(caught(client.extract, RAIN, request_id="a\r\nX-Evil: 1"))
        assert isinstance(caught(self.kind, "ftp://a.example"), DanadError) and not seen(key)["requests"]

    def no_token(self, key):
        error = caught(self.kind(at("fine", key)).extract, RAIN)
        assert error.status == 401 and error.code == "unauthorized", error

    def token_that_changes(self, key):
        tokens = iter(["old", TOKEN])
        self.kind(at("busy-1", key), token=lambda: next(tokens)).extract(RAIN)
        assert [one["authorization"] for one in seen(key)["requests"]] == ["Bearer old", f"Bearer {TOKEN}"]

    def too_large(self, key):
        error = caught(self.client("direct", key).extract, "x" * (3 << 20))
        assert error.status == 413 and error.code == "body-too-large" and error.limit == 1 << 20, repr(error)

    def busy(self, key):
        start = time.monotonic()
        assert self.client("busy-2", key).extract(RAIN).content.words > 5
        assert time.monotonic() - start > 1.9 and len(seen(key)["requests"]) == 3, "Retry-After was not kept"

    def busy_for_too_long(self, key):
        error = caught(self.client("busy-9", key, retries=1).extract, RAIN)
        assert error.code == "queue-full" and error.retry_after == 1 and error.request_id == "from-the-proxy", error
        assert len(seen(key)["requests"]) == 2

    def retry_after_beyond_the_call(self, key):
        start = time.monotonic()
        error = caught(self.client("wait", key).extract, RAIN)
        assert error.retry_after == 3600 and time.monotonic() - start < 2, error

    def lost_connection(self, key):
        assert self.client("drop", key).extract(RAIN).content.words > 5

    def no_server(self, key):
        error = caught(self.kind("http://127.0.0.1:1", retries=0).info)
        assert isinstance(error, DanadConnectionError) and isinstance(error, ConnectionError) and error.__cause__, repr(error)

    def something_else(self, key):
        error = caught(self.client("refuse", key).extract, RAIN)
        assert isinstance(error, DanadProblemError) and error.code is None and "Bad gateway" in error.body, repr(error)
        assert "contract" in str(caught(self.client("text", key).extract, RAIN))

    def odd_answers(self, key):
        for name, status in (("deep", None), ("errors", 400), ("soon", 503), ("headers", None)):
            error = caught(self.client(f"odd-{name}", key, retries=0).extract, RAIN)
            assert isinstance(error, DanadError) and getattr(error, "status", None) == status, f"{name}: {error!r}"
            assert getattr(error, "retry_after", None) is None, error.retry_after

    def batch_without_results(self, key):
        for name in ("index", "summary"):
            error = caught(list, self.client(f"odd-{name}", key).batch(items(1), retries=1))
            assert isinstance(error, DanadConnectionError) and "no result" in str(error), repr(error)

    def time_limit(self, key):
        start = time.monotonic()
        error = caught(self.client("silent", key, timeout=1).extract, RAIN)
        assert isinstance(error, DanadTimeoutError) and isinstance(error, TimeoutError) and time.monotonic() - start < 5, repr(error)
        has_left(key)

    def connections_are_used_again(self, key):
        client = self.client("fine", key)
        for _ in range(4):
            client.extract(RAIN)
        list(client.batch(items(3)))
        client.info()
        assert len(seen(key)["connections"]) == 1 and len(seen(key)["requests"]) == 6, seen(key)
        client.close()

    def stale_connection(self, key):
        """One that the server closes while it is idle is replaced, without an attempt being lost."""
        client = self.client("drop", key, retries=0)
        assert isinstance(caught(client.extract, RAIN), DanadConnectionError)
        assert client.extract(RAIN).id and client.extract(RAIN).id

    def batch(self, key):
        check_results(list(self.client("fine", key).batch(iter(items(30)), chunk_items=7)), 30)
        assert seen(key)["lines"] == [7, 7, 7, 7, 2] and seen(key)["requests"][0]["content-type"] == "application/x-ndjson"

    def batch_by_bytes(self, key):
        check_results(list(self.client("fine", key).batch(items(6), chunk_bytes=300)), 6)
        assert seen(key)["lines"] == [2, 2, 2], seen(key)["lines"]

    def batch_in_order(self, key):
        got = list(self.client("items", key).batch(items(12), ordered=True, chunk_items=5))
        check_results(got, 12)
        assert [one.index for one in got] == list(range(12))

    def batch_options(self, key):
        pages = [{"html": RAIN}, {"html": RAIN, "include": ["headline"]}, BatchItem(html=RAIN, options=ExtractOptions(algorithm="lqf"))]
        got = list(self.client("fine", key).batch(pages, include=["markdown"], options=ExtractOptions(algorithm="bte"), ordered=True))
        assert [one.response.algorithm.id for one in got] == ["bte", "bte", "lqf"], got
        assert got[0].response.markdown and got[1].response.content is None and got[0].id is None and got[0].item is pages[0]

    def batch_of_a_busy_server(self, key):
        check_results(list(self.client("busy-2", key).batch(items(4))), 4)

    def batch_without_room(self, key):
        check_results(list(self.client("items", key).batch(items(8))), 8)
        assert seen(key)["lines"] == [8, 4], "only those without a result are sent again"

    def batch_without_room_for_long(self, key):
        got = list(self.client("items", key).batch(items(4), retries=0))
        assert [(one.index % 2, one.status) for one in sorted(got, key=lambda one: one.index)] == [(0, 200), (1, 503)] * 2, got
        assert caught([one for one in got if not one.ok][0].get).code == "queue-full"

    def batch_that_is_cut(self, key):
        check_results(list(self.client("cut", key).batch(items(9))), 9)
        assert seen(key)["lines"] == [9, 7], "what has a result is not sent again"

    def items_that_are_wrong(self, key):
        pages = [{"id": 1, "html": RAIN}, {"id": 2}, {"id": 3, "html": "x" * (2 << 20)}, {"id": 4, "html": RAIN, "options": {"params": {"no": 1}}}]
        got = list(self.client("fine", key).batch(pages, ordered=True))
        assert [(one.id, one.status) for one in got] == [(1, 200), (2, 400), (3, 413), (4, 400)], got
        assert got[2].error.code == "body-too-large" and got[2].error.limit == 1 << 20 and got[3].error.pointer, got

    def batch_that_is_refused(self, key):
        assert caught(list, self.kind(at("fine", key)).batch(items(2))).status == 401
        assert "mapping" in str(caught(list, self.client("fine", key).batch([7])))

    def batch_that_is_left(self, key):
        closed = []

        def endless():
            try:
                for i in range(10 ** 9):
                    yield {"id": i, "html": page(f"number {i}")}
            finally:
                closed.append(True)

        source = endless()
        results = self.client("stall", key).batch(source, chunk_items=10)
        assert next(results).ok
        results.close()
        has_left(key)
        source.close()
        assert closed == [True]

    def batch_of_a_silent_server(self, key):
        error = caught(list, self.client("stall", key, timeout=.4).batch(items(5)))
        assert isinstance(error, DanadTimeoutError), repr(error)

    def error_of_the_source(self, key):
        def source():
            yield from items(2)
            raise KeyError("the disk is gone")

        assert isinstance(caught(list, self.client("fine", key).batch(source())), KeyError)


class AsyncChecks:
    """What only asyncio has."""

    def client(self, scenario, key, **options):
        return AsyncClient(at(scenario, key), token=TOKEN, **options)

    async def many_at_once(self, key):
        async with self.client("fine", key) as client:
            got = await asyncio.gather(*(client.extract(page(f"number {i}")) for i in range(12)))
        assert [one.headline.text for one in got] == [f"number {i}" for i in range(12)]

    async def cancelled_call(self, key):
        async with self.client("silent", key) as client:
            task = asyncio.ensure_future(client.extract(RAIN))
            while not (await asyncio.to_thread(seen, key))["requests"]:
                await asyncio.sleep(.05)
            task.cancel()
            done = (await asyncio.gather(task, return_exceptions=True))[0]
            assert isinstance(done, asyncio.CancelledError), repr(done)
        await asyncio.to_thread(has_left, key)

    async def cancelled_batch(self, key):
        got = []

        async def read():
            async for one in self.client("stall", key).batch(items(5)):
                got.append(one)

        task = asyncio.ensure_future(read())
        while not got:
            await asyncio.sleep(.02)
        task.cancel()
        done = (await asyncio.gather(task, return_exceptions=True))[0]
        assert isinstance(done, asyncio.CancelledError) and got[0].ok, repr(done)
        await asyncio.to_thread(has_left, key)

    async def slow_source(self, key):
        closed = []

        async def source():
            try:
                for item in items(6):
                    if item.id == "page-3":
                        await asyncio.sleep(.4)
                    yield item
            finally:
                closed.append(True)

        check_results([one async for one in self.client("fine", key).batch(source())], 6)
        assert seen(key)["lines"] == [3, 3] and closed, seen(key)["lines"]

    async def concurrency(self, key):
        async with self.client("fine", key) as client:
            check_results([one async for one in client.batch(items(40), chunk_items=5, concurrency=4)], 40)
        assert len(seen(key)["connections"]) == 4, seen(key)["connections"]


class PathChecks:
    """Proxies and TLS."""

    def __init__(self, kind):
        self.kind = kind

    def trusting(self):
        return ssl.create_default_context(cafile=PATHS["cert"])

    def plain_through_a_proxy(self, key):
        client = self.kind(PATHS["plain"], token=TOKEN, proxy=PATHS["proxy"])
        assert client.extract(RAIN).text and client.extract(RAIN).text
        error = caught(self.kind(PATHS["plain"], proxy=re.sub("//.*@", "//", PATHS["proxy"]), retries=0).info)
        assert isinstance(error, DanadProblemError) and error.status == 407 and error.code is None, repr(error)

    def tls(self, key):
        client = self.kind(PATHS["tls"], token=TOKEN, ssl=self.trusting())
        assert client.extract(RAIN).text
        check_results(list(client.batch(items(4))), 4)
        error = caught(self.kind(PATHS["tls"], retries=0).info)
        assert isinstance(error, DanadConnectionError) and isinstance(error.__cause__, ssl.SSLError), repr(error)

    def tls_through_a_proxy(self, key):
        client = self.kind(PATHS["tls"], token=TOKEN, ssl=self.trusting(), proxy=PATHS["proxy"])
        assert client.extract(RAIN).text
        check_results(list(client.batch(items(4))), 4)

    def proxy_of_the_environment(self, key):
        os.environ["http_proxy"] = "http://127.0.0.1:1"
        try:
            assert isinstance(caught(self.kind(PATHS["plain"], retries=0).info), DanadConnectionError)
            assert self.kind(PATHS["plain"], token=TOKEN, proxy="").info().version
            os.environ["no_proxy"] = "127.0.0.1"
            assert self.kind(PATHS["plain"], token=TOKEN).info().version
        finally:
            del os.environ["http_proxy"]
            os.environ.pop("no_proxy", None)


def attempt(name, function, *arguments):
    try:
        function(*arguments)
        return name, None
    except Exception:
        return name, traceback.format_exc()


def main():
    faulthandler.dump_traceback_later(90, exit=True)  # what hangs, if something does
    threading.Thread(target=Blocking.loop.run_forever, daemon=True).start()
    work = []
    for label, kind in (("sync", Client), ("asyncio", Blocking)):
        checks = Checks(kind)
        work += [(f"{label}: {n}", getattr(checks, n), f"{label}-{n}") for n in vars(Checks) if not n.startswith("_") and n != "client"]
    checks = AsyncChecks()
    for name in vars(AsyncChecks):
        if not name.startswith("_") and name != "client":
            work.append((f"asyncio only: {name}", lambda key, test=getattr(checks, name): asyncio.run(test(key)), f"only-{name}"))
    with concurrent.futures.ThreadPoolExecutor(16) as threads:
        outcomes = list(threads.map(lambda one: attempt(*one), work))
    for label, kind in (("sync", Client), ("asyncio", Blocking)):  # alone: the environment is everybody's
        checks = PathChecks(kind)
        for name in vars(PathChecks):
            if not name.startswith("_") and name != "trusting":
                outcomes.append(attempt(f"{label}: {name}", getattr(checks, name), name))
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main()
