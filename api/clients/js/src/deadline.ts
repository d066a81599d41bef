import { DanadConnectionError, DanadError, DanadTimeoutError } from './errors.js';

/** A call's time and its caller's signal, as one signal. (`AbortSignal.any` is too new for Node 18.) */
export class Deadline {
    readonly signal: AbortSignal;
    readonly #controller = new AbortController();
    readonly #outer: AbortSignal | undefined;
    readonly #ms: number;
    readonly #abort = () => this.#controller.abort(this.#outer?.reason);
    #end = Infinity;
    #timer: ReturnType<typeof setTimeout> | undefined;

    /** `ms` 0 is no limit. */
    constructor(ms: number, outer?: AbortSignal) {
        this.signal = this.#controller.signal;
        this.#ms = ms;
        this.#outer = outer;
        if (outer?.aborted) {
            this.#abort();
        } else {
            outer?.addEventListener('abort', this.#abort, { once: true });
        }
        this.restart();
    }

    /** The time begins again. */
    restart(): void {
        this.pause();
        if (this.#ms > 0 && !this.signal.aborted) {
            this.#end = Date.now() + this.#ms;
            this.#timer = setTimeout(() => this.#controller.abort(new DanadTimeoutError(`No answer within ${this.#ms} ms`)), this.#ms);
        }
    }

    /** The time does not run until it is restarted. */
    pause(): void {
        clearTimeout(this.#timer);
        this.#end = Infinity;
    }

    /** Lets go of timer and signal. What has been answered is not aborted, so that its connection can be used again. */
    close(): void {
        this.pause();
        this.#outer?.removeEventListener('abort', this.#abort);
    }

    /** Milliseconds that are left. */
    left(): number {
        return this.#end - Date.now();
    }

    /** What to throw for an error of `fetch`: the reason if it was aborted, else a lost connection. */
    explain(error: unknown): unknown {
        if (this.signal.aborted) {
            return this.signal.reason;
        }
        if (error instanceof DanadError) {
            return error;
        }
        const said = error instanceof Error ? error.message : String(error);
        return new DanadConnectionError(`The connection failed: ${said}`, { cause: error });
    }

    /** Waits, or throws the reason of the signal. */
    sleep(ms: number): Promise<void> {
        return new Promise((resolve, reject) => {
            const stop = () => {
                clearTimeout(timer);
                reject(this.signal.reason);
            };
            const timer = setTimeout(() => {
                this.signal.removeEventListener('abort', stop);
                resolve();
            }, ms);
            if (this.signal.aborted) {
                stop();
            } else {
                this.signal.addEventListener('abort', stop, { once: true });
            }
        });
    }
}
