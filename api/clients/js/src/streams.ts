/** The lines of a body as they come. Leaving the loop ends the body. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let pieces: string[] = []; // of a line that has not ended; joined once, as lines may be long
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) {
                return;
            }
            const text = decoder.decode(value, { stream: true });
            let from = 0;
            for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
                pieces.push(text.slice(from, at));
                yield pieces.join('');
                pieces = [];
                from = at + 1;
            }
            if (from < text.length) {
                pieces.push(text.slice(from));
            }
        }
    } finally {
        reader.cancel().catch(() => undefined);
    }
}

/** Hands values from several producers to one consumer. A producer waits until its value is taken. */
export class Channel<T> {
    readonly #values: { value: T; taken: () => void }[] = [];
    #wake: (() => void) | undefined;
    #ended = false;
    #error: { reason: unknown } | undefined;

    put(value: T): Promise<void> {
        return new Promise((taken) => {
            this.#values.push({ value, taken });
            this.#wake?.();
        });
    }

    /** No more values will come. */
    end(): void {
        this.#ended = true;
        this.#wake?.();
    }

    /** The consumer gets this error, at once. */
    fail(reason: unknown): void {
        this.#error ??= { reason };
        this.#wake?.();
    }

    /** The next value, or undefined at the end. */
    async take(): Promise<T | undefined> {
        for (;;) {
            if (this.#error) {
                throw this.#error.reason;
            }
            const next = this.#values.shift();
            if (next) {
                next.taken();
                return next.value;
            }
            if (this.#ended) {
                return undefined;
            }
            await new Promise<void>((wake) => { this.#wake = wake; });
            this.#wake = undefined;
        }
    }
}

type Source<T> = Iterable<T> | AsyncIterable<T>;

/** Values of an iterable, one at a time, with a limit on how long to wait for one. */
export class Pull<T> {
    readonly #iterator: Iterator<T> | AsyncIterator<T>;
    #pending: Promise<IteratorResult<T>> | undefined;
    #done = false;

    constructor(source: Source<T>) {
        this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    }

    /** The next value; 'end', or 'late' if none comes within `ms`. What comes late is the next one's. */
    async next(ms: number): Promise<{ value: T } | 'end' | 'late'> {
        if (this.#done) {
            return 'end';
        }
        this.#pending ??= Promise.resolve(this.#iterator.next());
        let timer: ReturnType<typeof setTimeout> | undefined;
        const late = new Promise<'late'>((resolve) => {
            timer = ms === Infinity ? undefined : setTimeout(resolve, ms, 'late');
        });
        const got = await Promise.race([this.#pending, late]).finally(() => clearTimeout(timer));
        if (got === 'late') {
            return 'late';
        }
        this.#pending = undefined;
        this.#done = got.done === true;
        return got.done ? 'end' : { value: got.value };
    }

    /** Lets the iterable clean up, as leaving a loop over it does. */
    close(): void {
        this.#pending?.catch(() => undefined);
        if (!this.#done) {
            this.#done = true;
            try {
                void Promise.resolve(this.#iterator.return?.()).catch(() => undefined);
            } catch {
                // nobody is left to be told
            }
        }
    }
}
