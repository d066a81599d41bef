import createFetchClient, { type Client } from 'openapi-fetch';

import { type BatchOptions, type BatchOutcome, runBatch, type SendLines } from './batch.js';
import { Deadline } from './deadline.js';
import { DanadConnectionError, DanadError, DanadProblemError, problemOf } from './errors.js';
import { delay, isRetryable, retryAfterOf } from './retry.js';
import type {
    AlgorithmList, BatchItem, Content, Density, EvaluateRequest, EvaluateResponse, ExtractRequest, ExtractResponse, HeadlineRequest,
    HeadlineResponse, IncludePart, Info, paths, SiteRequest, SiteResponse, TrendsRequest, TrendsResponse,
} from './schema.js';
import { VERSION } from './version.js';

/** Answers and problems. */
type Json = 'application/json' | 'application/problem+json';
type Fetch = (input: Request) => Promise<Response>;

export interface DanadOptions {
    /** Where the server is, with the path in front of its routes if there is one. In browsers it may be relative to the page. */
    baseUrl?: string | URL;
    /** A token of the server, or what gives one, asked at each request. */
    token?: string | (() => string | Promise<string>);
    /** Longest time of a call with all its attempts; default 60 000, 0 is no limit. For batches: longest silence. */
    timeoutMs?: number;
    /** Attempts after the first one, where the server has no room or the connection fails; default 3. */
    retries?: number;
    /** Headers of every request, for what stands in front of the server. */
    headers?: Record<string, string>;
    /** Instead of the global `fetch`: for proxies, certificates, tests. */
    fetch?: Fetch;
}

export interface CallOptions {
    /** Ends the call: it throws the signal's reason, and the server stops the work. */
    signal?: AbortSignal;
    timeoutMs?: number;
    retries?: number;
    /** Your id of this request, for the server's log; at most 128 of `A-Za-z0-9._~+/=-`. Each attempt has the same. */
    requestId?: string;
    headers?: Record<string, string>;
}

/** Forms of the content that are no JSON. */
export type Format = 'text' | 'markdown' | 'html' | 'svg';
const MEDIA_TYPES: Record<Format, string> = { text: 'text/plain', markdown: 'text/markdown', html: 'text/html', svg: 'image/svg+xml' };

/** The parts that an answer has where `include` is not given. */
type DefaultPart = 'text' | 'headline' | 'ranges' | 'density';
type Has<Parts extends IncludePart, Part extends IncludePart, Then> = Part extends Parts ? Then : unknown;

/** An answer whose parts are not null where they were asked for. */
export type Extracted<Parts extends IncludePart> = IncludePart extends Parts ? ExtractResponse : ExtractResponse
    & Has<Parts, 'text', { content: Content & { text: string } }>
    & Has<Parts, 'html', { content: Content & { html: string } }>
    & Has<Parts, 'markdown', { content: Content & { markdown: string } }>
    & Has<Parts, 'ranges', { ranges: NonNullable<ExtractResponse['ranges']> }>
    & Has<Parts, 'density', { density: Density }>
    & Has<Parts, 'links', { links: NonNullable<ExtractResponse['links']> }>
    & Has<Parts, 'images', { images: NonNullable<ExtractResponse['images']> }>
    & Has<Parts, 'media', { media: NonNullable<ExtractResponse['media']> }>
    & Has<Parts, 'posts', { posts: NonNullable<ExtractResponse['posts']> }>
    & Has<Parts, 'comments', { comments: NonNullable<ExtractResponse['comments']> }>
    & Has<Parts, 'metadata', { metadata: NonNullable<ExtractResponse['metadata']> }>;

/** What a call gives to openapi-fetch. */
type Init = {
    signal: AbortSignal;
    headers: Record<string, string>;
};
/** What a call gets back. */
interface Answered {
    data?: unknown;
    error?: unknown;
    response: Response;
}

const TIMEOUT_MS = 60_000;
const RETRIES = 3;
/** No server has a lower limit of a body. */
const SMALL_BYTES = 1024;

function absolute(baseUrl: string | URL): string {
    const page = (globalThis as { location?: { href: string } }).location?.href;
    return new URL(baseUrl, page).href;
}

/** Browsers name themselves, and refuse or ask the server about another name. */
function agent(): Record<string, string> {
    const { process } = globalThis as { process?: { versions?: { node?: string } } };
    return process?.versions?.node ? { 'User-Agent': `danad-client-js/${VERSION} node/${process.versions.node}` } : {};
}

/** Bytes as `html_base64` takes them: pages in any encoding of the web. */
export function toBase64(bytes: Uint8Array): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text);
}

/** A danad server. Keeps no state but its settings: connections are reused by `fetch` itself. */
export class Danad {
    /** The client of openapi-fetch below, for every route of the contract, with the token but without retries, times and errors. */
    readonly raw: Client<paths, Json>;
    readonly #timeoutMs: number;
    readonly #retries: number;

    constructor(options: DanadOptions = {}) {
        this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
        this.#retries = options.retries ?? RETRIES;
        this.raw = createFetchClient<paths, Json>({
            baseUrl: absolute(options.baseUrl ?? 'http://127.0.0.1:8080'),
            headers: { ...agent(), ...options.headers },
            ...(options.fetch ? { fetch: options.fetch } : {}),
        });
        const { token } = options;
        if (token !== undefined) {
            this.raw.use({
                async onRequest({ request }) {
                    request.headers.set('Authorization', `Bearer ${typeof token === 'function' ? await token() : token}`);
                },
            });
        }
    }

    /** Main content and headline of a page: `html`, `html_base64` or `url`. */
    extract<Part extends IncludePart = DefaultPart>(request: ExtractRequest & { include?: Part[] | null },
                                                    options?: CallOptions): Promise<Extracted<Part>> {
        return this.#call<ExtractResponse>((init) => this.raw.POST('/v1/extract', { ...init, body: sent(request) }),
                                           options, request) as Promise<Extracted<Part>>;
    }

    /** The content as text, Markdown, an HTML document, or a picture of the density. */
    extractAs(format: Format, request: ExtractRequest, options: CallOptions = {}): Promise<string> {
        const headers = { ...options.headers, Accept: MEDIA_TYPES[format] };
        return this.#call<string>((init) => this.raw.POST('/v1/extract', { ...init, body: sent(request), parseAs: 'text' }),
                                  { ...options, headers }, request);
    }

    /** Many pages: any iterable, of any length, that may be asynchronous. Results come as they are done. */
    batch<Item extends BatchItem>(items: Iterable<Item> | AsyncIterable<Item>,
                                  options: BatchOptions = {}): AsyncGenerator<BatchOutcome<Item>, void, undefined> {
        return runBatch(items, this.#sendLines, options.timeoutMs ?? this.#timeoutMs, options);
    }

    /** 2 to 200 pages of one site, compared with one another. */
    site(request: SiteRequest, options?: CallOptions): Promise<SiteResponse> {
        return this.#call((init) => this.raw.POST('/v1/extract/site', { ...init, body: request }), options, request);
    }

    /** The headline with the scores of all candidates. */
    headline(request: HeadlineRequest, options?: CallOptions): Promise<HeadlineResponse> {
        return this.#call((init) => this.raw.POST('/v1/headline', { ...init, body: request }), options, request);
    }

    /** A text, or algorithms on a page, against a gold standard. */
    evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateResponse> {
        return this.#call((init) => this.raw.POST('/v1/evaluate', { ...init, body: sent(request) }), options, request);
    }

    /** How similar dated documents are to some queries, over time. */
    trends(request: TrendsRequest, options?: CallOptions): Promise<TrendsResponse> {
        return this.#call((init) => this.raw.POST('/v1/trends', { ...init, body: request }), options, request);
    }

    /** The algorithms with their parameters. */
    algorithms(options?: CallOptions): Promise<AlgorithmList> {
        return this.#call((init) => this.raw.GET('/v1/algorithms', init), options);
    }

    /** Version, limits and features of the server. */
    info(options?: CallOptions): Promise<Info> {
        return this.#call((init) => this.raw.GET('/v1/info', init), options);
    }

    readonly #sendLines: SendLines = async (body, signal, options) => {
        const { data, error, response } = await this.raw.POST('/v1/extract/batch', {
            signal,
            headers: { ...heads(options), 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
            body: sent(body),
            bodySerializer: (bytes: unknown) => bytes,
            parseAs: 'stream',
        });
        if (!response.ok || !data) {
            throw problemOf(response, error);
        }
        return data;
    };

    async #call<T>(send: (init: Init) => Promise<Answered>, options: CallOptions = {}, body?: object): Promise<T> {
        const deadline = new Deadline(options.timeoutMs ?? this.#timeoutMs, options.signal);
        try {
            for (let failures = 1; ; failures++) {
                const got = await this.#attempt(send, { signal: deadline.signal, headers: heads(options) }, deadline);
                if ('data' in got) {
                    return got.data as T;
                }
                const wait = delay(failures, retryAfterOf(got.error));
                if (body && failures === 1 && got.error instanceof DanadConnectionError) {
                    await this.#refuseTooLarge(body, deadline);
                }
                if (!isRetryable(got.error) || failures > (options.retries ?? this.#retries) || wait >= deadline.left()) {
                    throw got.error;
                }
                await deadline.sleep(wait);
            }
        } finally {
            deadline.close();
        }
    }

    /** A server that refuses a body by its length may end the connection before `fetch` has read why. */
    async #refuseTooLarge(body: object, deadline: Deadline): Promise<void> {
        const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
        if (bytes < SMALL_BYTES) {
            return;
        }
        const { data } = await this.raw.GET('/v1/info', { signal: deadline.signal }).catch(() => ({ data: undefined }));
        const limit = data?.limits.max_body_bytes ?? Infinity;
        if (bytes > limit) {
            throw new DanadProblemError({
                status: 413,
                problem: {
                    type: '/problems/body-too-large', title: 'The body is larger than the limit', status: 413, code: 'body-too-large',
                    detail: `The request has ${bytes} bytes; limits.max_body_bytes of the server is ${limit}.`,
                    instance: '', request_id: '', limit,
                },
            });
        }
    }

    async #attempt(send: (init: Init) => Promise<Answered>, init: Init, deadline: Deadline): Promise<{ data: unknown } | { error: unknown }> {
        try {
            const { data, error, response } = await send(init);
            return response.ok ? { data } : { error: problemOf(response, error) };
        } catch (error) {
            return {
                error: error instanceof SyntaxError ? new DanadError('The answer is no JSON; is this a danad server?', { cause: error })
                    : deadline.explain(error),
            };
        }
    }
}

/** openapi-fetch forbids a null in a member that may be nothing else, where the contract allows it. */
function sent(body: object): never {
    return body as never;
}

function heads(options: { headers?: Record<string, string>; requestId?: string }): Record<string, string> {
    return { ...options.headers, ...(options.requestId === undefined ? {} : { 'X-Request-Id': options.requestId }) };
}
