#!/usr/bin/env python3
"""deploy/shards under a stand-in of the engines that stream: lines in by stdin, lines out by stdout, the id of the task
in the environment. The stand-in kills tasks in the middle, runs some twice at the same time, tries a failed one again,
and takes the output of one attempt that succeeded, as Hadoop Streaming and Spark's pipe() do. Neither of these runs here.

Environment: DANAD_BIN the binary.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "http")]

import harness
import records as warc

SHARDS = str(HERE.parent.parent / "deploy" / "shards")
FILES, PAGES, TASKS, ATTEMPTS = 8, 25, 3, 3


class Engine:
    """Tasks on two workers; some attempts are lost."""

    def __init__(self, arguments, tasks, chaos, **environment):
        self.arguments, self.tasks, self.chaos = arguments, tasks, random.Random(chaos) if chaos else None
        self.environment = harness.clean_environment(DANAD=harness.binary(), **environment)
        self.killed, self.attempts = 0, 0
        self.output = [None] * len(tasks)

    def attempt(self, task, number, lost):
        """Runs an attempt. Returns its lines, or None where it failed or was lost."""
        environment = {**self.environment, "mapreduce_task_attempt_id": f"attempt_1_m_{task:06d}_{number}",
                       "mapreduce_task_id": f"task_1_m_{task:06d}"}
        self.attempts += 1
        run = subprocess.Popen([SHARDS, "extract", *self.arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=environment, text=True, start_new_session=True)
        if lost is not None:
            timer = threading.Timer(lost, lambda: os.killpg(run.pid, 9) if run.poll() is None else None)
            timer.start()
        try:
            out, _ = run.communicate("".join(f"{i}\t{path}\n" for i, path in enumerate(self.tasks[task])))
        except BrokenPipeError:
            out = None
        if lost is not None:
            timer.cancel()
            self.killed += run.returncode < 0
        return out.splitlines() if run.returncode == 0 else None

    def run_task(self, task):
        for number in range(ATTEMPTS):
            lost = self.chaos.uniform(0.01, 0.15) if self.chaos and number < ATTEMPTS - 1 else None
            if self.chaos and number == ATTEMPTS - 1:  # speculative: the same task twice at the same time
                other = threading.Thread(target=self.attempt, args=(task, number + 100, None))
                other.start()
            done = self.attempt(task, number, lost)
            if self.chaos and number == ATTEMPTS - 1:
                other.join()
            if done is not None:
                self.output[task] = done
                return

    def run(self):
        queue = list(range(len(self.tasks)))

        def work():
            while queue:
                self.run_task(queue.pop(0))
        workers = [threading.Thread(target=work) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return self


def make_files(folder):
    paths = []
    for i in range(FILES):
        path = os.path.join(folder, "in", f"site {i % 3}", f"{i}.warc.gz")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        pages = [warc.response(f"http://a.example/{i}/{k}", warc.page(k)) for k in range(PAGES)]
        pathlib.Path(path).write_bytes(warc.members(pages))
        paths.append(path)
    return paths


def wanted():
    return sorted(warc.name(f"http://a.example/{i}/{k}") for i in range(FILES) for k in range(PAGES))


def ids_of(lines):
    return sorted(json.loads(line)["id"] for line in lines)


def count(out, paths):
    done = subprocess.run([SHARDS, "count", out], input="\n".join(paths) + "\n", capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


def into_files(tally, folder, paths):
    out = os.path.join(folder, "out")
    tasks = [paths[i::TASKS] for i in range(TASKS)]
    code, left, err = count(out, paths)
    tally.check("nothing is done before", [] if code == 1 and left == paths else [err])
    engine = Engine([out, "--include", "text", "--threads", "1"], tasks, 7).run()
    print(f"{engine.attempts} attempts, {engine.killed} killed")
    tally.check("attempts were lost", [] if engine.killed >= 2 else [f"{engine.killed}"])
    code, left, err = count(out, paths)
    tally.check("all is done", [] if code == 0 and not left and f"{FILES} listed, {FILES} done" in err else [err])
    results = sorted(pathlib.Path(out).rglob("*.ndjson"))
    lines = [line for path in results for line in path.read_text(encoding="utf-8").splitlines()]
    tally.check("each page once", [] if len(results) == FILES and ids_of(lines) == wanted() else [f"{len(results)}, {len(lines)}"])
    again = Engine([out], tasks, None).run()
    tally.check("what is done is not done again", [] if all(json.loads(line)["before"] for task in again.output for line in task) else [
        str(again.output)[:300]])
    os.remove(os.path.join(out, paths[5][1:] + ".summary"))
    code, left, err = count(out, paths + [paths[0]])
    tally.check("one that is left, one that is listed twice", [] if code == 1 and left == [paths[5]] and "1 listed more than once" in err else [err])


def to_the_engine(tally, paths):
    tasks = [paths[i::TASKS] for i in range(TASKS)]
    engine = Engine(["-", "--include", "text", "--threads", "1"], tasks, 9).run()
    lines = [line for task in engine.output for line in task or []]
    tally.check("by standard output: each page once", [] if ids_of(lines) == wanted() else [f"{len(lines)}"])
    missing = Engine(["-"], [[paths[0], "/nowhere.warc"]], None).run()
    tally.check("a task with a shard that fails has failed", [] if missing.output == [None] else ["it has not"])


def through_a_command(tally, folder, paths):
    out = os.path.join(folder, "wet")
    Engine([out, "--wet"], [[f"hdfs://{p}" for p in paths[:3]]], None, SHARDS_READ=f"{HERE}/cat-url").run()
    found = [list(warc.read_records(p.read_bytes())) for p in sorted(pathlib.Path(out).rglob("*.warc.wet.gz"))]
    tally.check("texts as records, read by a command", [] if [len(f) for f in found] == [PAGES + 1] * 3 else [
        str([len(f) for f in found])])
    broken = Engine([out], [["hdfs:///nowhere"]], None, SHARDS_READ=f"{HERE}/cat-url").run()
    tally.check("a command that fails fails the shard", [] if broken.output == [None] and count(out, ["hdfs:///nowhere"])[
        0] == 1 else ["it is done"])


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        paths = make_files(folder)
        into_files(tally, folder, paths)
        to_the_engine(tally, paths)
        through_a_command(tally, folder, paths)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
