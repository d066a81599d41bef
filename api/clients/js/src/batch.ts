import { Deadline } from './deadline.js';
import { DanadConnectionError, DanadError, DanadProblemError } from './errors.js';
import { delay, isPassing, isRetryable, retryAfterOf } from './retry.js';
import type { BatchItem, BatchResult, ExtractResponse, IncludePart, RequestOptions } from './schema.js';
import { Channel, Pull, readLines } from './streams.js';

export interface BatchOptions {
    /** Parts of the items that name none. */
    include?: IncludePart[] | null;
    /** Options of the items that have none. */
    options?: RequestOptions;
    /** Requests at once; default 2. The server works on several items of each. */
    concurrency?: number;
    /** Results in the order of the items, not as they are done; one request at a time. */
    ordered?: boolean;
    /** Items of a request; default 100. */
    chunkItems?: number;
    /** Bytes of a request; default 4 MiB. A larger item is sent alone. */
    chunkBytes?: number;
    /** How long a request that is not full waits for the next item; default 50. */
    lingerMs?: number;
    /** Longest silence of the server, not the time of the batch; default as the client's. */
    timeoutMs?: number;
    /** Attempts after the first: of an item that the server has no room for, of a request that fails without a result; default 5. */
    retries?: number;
    signal?: AbortSignal;
    requestId?: string;
    headers?: Record<string, string>;
}

interface OfItem<Item> {
    /** Which item it was, counted from 0 over the whole batch. */
    index: number;
    id: string | number | null;
    item: Item;
}

/** A page's result. */
export interface BatchSuccess<Item = BatchItem> extends OfItem<Item> {
    ok: true;
    status: 200;
    result: ExtractResponse;
}

/** What was wrong with one item. The others go on. */
export interface BatchFailure<Item = BatchItem> extends OfItem<Item> {
    ok: false;
    status: number;
    error: DanadProblemError;
}

export type BatchOutcome<Item = BatchItem> = BatchSuccess<Item> | BatchFailure<Item>;

/** Sends lines, and gives the lines of the answer. Throws a `DanadProblemError` where the answer is one. */
export type SendLines = (body: Uint8Array, signal: AbortSignal, options: BatchOptions) => Promise<ReadableStream<Uint8Array>>;

interface Entry<Item> {
    index: number;
    item: Item;
    line: Uint8Array;
    failures: number;
    /** Of its last answer, in seconds. */
    retryAfter: number | null;
}

const DEFAULTS = { concurrency: 2, chunkItems: 100, chunkBytes: 4 << 20, lingerMs: 50, retries: 5 };
const encoder = new TextEncoder();

function lineOf(item: BatchItem, options: BatchOptions): Uint8Array {
    if (typeof item !== 'object' || item === null) {
        throw new DanadError(`An item of a batch is an object, not ${item === null ? 'null' : typeof item}`);
    }
    return encoder.encode(`${JSON.stringify({
        ...item,
        include: item.include ?? options.include,
        options: item.options ?? options.options,
    })}\n`);
}

function join<Item>(entries: Entry<Item>[]): Uint8Array {
    const body = new Uint8Array(entries.reduce((sum, entry) => sum + entry.line.length, 0));
    let at = 0;
    for (const { line } of entries) {
        body.set(line, at);
        at += line.length;
    }
    return body;
}

/** One batch: items become requests, requests results. */
class Batch<Item extends BatchItem> {
    readonly #channel = new Channel<BatchOutcome<Item>>();
    readonly #abort = new AbortController();
    readonly #source: Pull<Item>;
    readonly #send: SendLines;
    readonly #options: BatchOptions & typeof DEFAULTS & { timeoutMs: number };
    #turn: Promise<unknown> = Promise.resolve();
    #held: Entry<Item> | undefined; // did not fit into the request before
    #count = 0;

    constructor(items: Iterable<Item> | AsyncIterable<Item>, send: SendLines, timeoutMs: number, options: BatchOptions) {
        const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
        this.#options = { ...DEFAULTS, timeoutMs, ...given };
        this.#source = new Pull(items);
        this.#send = send;
    }

    async *results(): AsyncGenerator<BatchOutcome<Item>, void, undefined> {
        const { signal, ordered, concurrency } = this.#options;
        const stop = () => {
            this.#abort.abort(signal?.reason);
            this.#channel.fail(signal?.reason);
        };
        if (signal?.aborted) {
            throw signal.reason;
        }
        signal?.addEventListener('abort', stop, { once: true });
        const workers = Array.from({ length: ordered ? 1 : Math.max(1, concurrency) }, () => this.#work());
        void Promise.all(workers).then(() => this.#channel.end(), (error: unknown) => this.#channel.fail(error));
        try {
            for (let got = await this.#channel.take(); got; got = await this.#channel.take()) {
                yield got;
            }
        } finally {
            signal?.removeEventListener('abort', stop);
            this.#abort.abort(new DanadError('The batch has ended'));
            this.#source.close();
        }
    }

    async #work(): Promise<void> {
        while (!this.#abort.signal.aborted) {
            const chunk = this.#turn.then(() => this.#gather());
            this.#turn = chunk.catch(() => undefined);
            const entries = await chunk;
            if (entries.length === 0) {
                return;
            }
            await this.#answer(entries);
        }
    }

    /** The entries of the next request; none at the end. */
    async #gather(): Promise<Entry<Item>[]> {
        const { chunkItems, chunkBytes, lingerMs } = this.#options;
        const entries: Entry<Item>[] = [];
        let bytes = 0;
        while (entries.length < chunkItems && !this.#abort.signal.aborted) {
            const entry = this.#held ?? await this.#pull(entries.length === 0 ? Infinity : lingerMs);
            this.#held = undefined;
            if (entry === undefined) {
                break;
            }
            if (entries.length > 0 && bytes + entry.line.length > chunkBytes) {
                this.#held = entry;
                break;
            }
            bytes += entry.line.length;
            entries.push(entry);
        }
        return entries;
    }

    async #pull(ms: number): Promise<Entry<Item> | undefined> {
        const got = await this.#source.next(ms);
        if (typeof got === 'string') {
            return undefined;
        }
        return { index: this.#count++, item: got.value, line: lineOf(got.value, this.#options), failures: 0, retryAfter: null };
    }

    /** Sends entries until each of them has a result. */
    async #answer(entries: Entry<Item>[]): Promise<void> {
        const deadline = new Deadline(this.#options.timeoutMs, this.#abort.signal);
        const order = new Order<Item>(entries, this.#options.ordered === true);
        try {
            for (let failures = 0; entries.length > 0;) {
                const before = entries.length;
                const attempt = await this.#attempt(entries, order, deadline);
                entries = attempt.left;
                failures = attempt.error === undefined || entries.length < before ? 0 : failures + 1;
                if (attempt.error !== undefined && (!isRetryable(attempt.error) || failures > this.#options.retries)) {
                    throw attempt.error;
                }
                if (entries.length > 0) {
                    deadline.pause();
                    await deadline.sleep(this.#wait(attempt.error, failures, entries));
                }
            }
        } finally {
            deadline.close();
        }
    }

    #wait(error: unknown, failures: number, entries: Entry<Item>[]): number {
        const asked = Math.max(retryAfterOf(error) ?? 0, ...entries.map((entry) => entry.retryAfter ?? 0));
        return delay(Math.max(1, failures, ...entries.map((entry) => entry.failures)), asked);
    }

    /** One request. Gives the entries that have no result yet, and the error that ended it, if one did. */
    async #attempt(entries: Entry<Item>[], order: Order<Item>, deadline: Deadline): Promise<{ left: Entry<Item>[]; error?: unknown }> {
        const left: (Entry<Item> | undefined)[] = [...entries];
        let complete = false;
        let answered = 0;
        try {
            deadline.restart();
            const body = await this.#send(join(entries), deadline.signal, this.#options);
            for await (const line of readLines(body)) {
                deadline.pause(); // it is the consumer's time
                const result = JSON.parse(line) as BatchResult | { summary: unknown };
                const place = 'summary' in result ? -1 : result.index;
                answered += left[place] ? 1 : 0;
                const outcome = left[place] && this.#judge(left[place], result as BatchResult);
                if (outcome) {
                    left[place] = undefined;
                    for (const ready of order.add(outcome)) {
                        await this.#channel.put(ready);
                    }
                }
                complete ||= 'summary' in result;
                deadline.restart();
            }
            if (!complete) {
                throw new DanadConnectionError('The answer broke off before its end');
            }
            if (answered < entries.length) {
                throw new DanadConnectionError('The answer has no result for some items');
            }
            return { left: left.filter((entry) => entry !== undefined) };
        } catch (error) {
            return { left: left.filter((entry) => entry !== undefined), error: deadline.explain(error) };
        }
    }

    /** The result of an entry; undefined if it is to be sent again. */
    #judge(entry: Entry<Item>, result: BatchResult): BatchOutcome<Item> | undefined {
        const of = { index: entry.index, id: entry.item.id ?? null, item: entry.item };
        if ('result' in result) {
            return { ...of, ok: true, status: 200, result: result.result };
        }
        const error = new DanadProblemError({ status: result.status, problem: result.problem });
        entry.failures++;
        entry.retryAfter = error.retryAfter;
        return isPassing(result.status) && entry.failures <= this.#options.retries ? undefined
            : { ...of, ok: false, status: result.status, error };
    }
}

/** Holds results back that are done before their turn. */
class Order<Item> {
    readonly #held = new Map<number, BatchOutcome<Item>>();
    readonly #ordered: boolean;
    #next: number;

    constructor(entries: Entry<Item>[], ordered: boolean) {
        this.#next = entries[0]?.index ?? 0;
        this.#ordered = ordered;
    }

    /** Those whose turn it is. */
    *add(outcome: BatchOutcome<Item>): Generator<BatchOutcome<Item>, void, undefined> {
        if (!this.#ordered) {
            yield outcome;
            return;
        }
        this.#held.set(outcome.index, outcome);
        for (let ready = this.#held.get(this.#next); ready; ready = this.#held.get(this.#next)) {
            this.#held.delete(this.#next++);
            yield ready;
        }
    }
}

/** The results of items, as they are done. */
export function runBatch<Item extends BatchItem>(items: Iterable<Item> | AsyncIterable<Item>, send: SendLines, timeoutMs: number,
                                                 options: BatchOptions): AsyncGenerator<BatchOutcome<Item>, void, undefined> {
    return new Batch(items, send, timeoutMs, options).results();
}
