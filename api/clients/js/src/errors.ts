import type { Problem, ProblemCode, ProblemError } from './schema.js';

/** Whatever this client throws, but for the reason of an `AbortSignal` of yours, which is thrown as it is. */
export class DanadError extends Error {
    override readonly name: string = 'DanadError';
}

/** The server could not be reached, or the connection ended before the whole answer was there. `cause` says more. */
export class DanadConnectionError extends DanadError {
    override readonly name = 'DanadConnectionError';
}

/** The call took longer than `timeoutMs`. */
export class DanadTimeoutError extends DanadError {
    override readonly name = 'DanadTimeoutError';
}

/** What is known of an answer that is no success. */
export interface ProblemSource {
    status: number;
    /** The problem document; null if something else answered, such as a proxy. */
    problem: Problem | null;
    /** The body, if it is no problem document. */
    body?: string;
    requestId?: string | null;
    /** In seconds, from the header. */
    retryAfter?: number | null;
}

/** The server, or something in front of it, answered with an error. */
export class DanadProblemError extends DanadError {
    override readonly name = 'DanadProblemError';
    /** Status of HTTP. */
    readonly status: number;
    /** Stable name of the problem such as `queue-full`; null if the answer is not danad's. */
    readonly code: ProblemCode | null;
    /** Path of the problem's description at the server, such as `/problems/queue-full`; `about:blank` if it is not danad's. */
    readonly type: string;
    readonly title: string;
    /** What is wrong with this request, for people. */
    readonly detail: string;
    /** Where in the request the first error is, as a JSON pointer such as `#/options/params/gap`; null if it is nowhere in particular. */
    readonly pointer: string | null;
    /** All errors of the request, each with its pointer. */
    readonly errors: readonly ProblemError[];
    /** The id under which the server's log has the request. */
    readonly requestId: string | null;
    /** Seconds after which the server wants to be asked again, if it says so. */
    readonly retryAfter: number | null;
    /** The limit that was exceeded, if it is one. */
    readonly limit: number | null;
    /** The whole problem document, null if the answer is none. */
    readonly problem: Problem | null;
    /** The body of an answer that is no problem document. */
    readonly body: string | null;

    constructor(source: ProblemSource) {
        const { status, problem } = source;
        const title = problem?.title ?? `HTTP status ${status}`;
        const detail = problem?.detail ?? (source.body ?? '').slice(0, 200);
        const first = problem?.errors?.[0];
        super([`${status} ${title}`, detail, first && `${first.pointer}: ${first.detail}`].filter(Boolean).join(' | '));
        this.status = status;
        this.code = problem?.code ?? null;
        this.type = problem?.type ?? 'about:blank';
        this.title = title;
        this.detail = detail;
        this.pointer = first?.pointer ?? null;
        this.errors = problem?.errors ?? [];
        this.requestId = (problem?.request_id || source.requestId) ?? null;
        this.retryAfter = (Number.isFinite(problem?.retry_after) ? problem?.retry_after : source.retryAfter) ?? null;
        this.limit = problem?.limit ?? null;
        this.problem = problem;
        this.body = problem ? null : source.body ?? null;
    }
}

function isProblem(value: unknown): value is Problem {
    return typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'request_id' in value;
}

/** Seconds of a `Retry-After` header: a number, or a date. */
export function readRetryAfter(value: string | null, now = Date.now()): number | null {
    if (value === null || value.trim() === '') {
        return null;
    }
    const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
    return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** The error of an answer. `body` is its JSON, or its text. */
export function problemOf(response: Response, body: unknown): DanadProblemError {
    return new DanadProblemError({
        status: response.status,
        problem: isProblem(body) ? body : null,
        body: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
        requestId: response.headers.get('X-Request-Id'),
        retryAfter: readRetryAfter(response.headers.get('Retry-After')),
    });
}
