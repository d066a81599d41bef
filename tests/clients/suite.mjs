// What the JavaScript client does, in Node and in browsers alike. `at(scenario, key)` is the base URL of a server that fails in that way
// (unreliable.py); `token` is what the server asks for. Returns [name, problem or null] for each check.

const RAIN = '<h1>Rain returns to the valley</h1><p>After nine dry weeks the first rain fell on Monday, and the river rose by a hand.';
const page = (text) => `<h1>${text}</h1><p>After nine dry weeks the first rain fell on the valley on Monday, said ${text}.`;

function expect(condition, what) {
    if (!condition) {
        throw new Error(what);
    }
}

async function caught(promise) {
    try {
        await promise;
    } catch (error) {
        return error;
    }
    throw new Error('nothing was thrown');
}

async function all(iterable) {
    const got = [];
    for await (const value of iterable) {
        got.push(value);
    }
    return got;
}

function items(count) {
    return Array.from({ length: count }, (_, index) => ({ id: `page-${index}`, html: page(`number ${index}`) }));
}

/** Each item has the result of its own page. */
function expectResults(got, count) {
    expect(got.length === count, `${got.length} results of ${count}`);
    expect(new Set(got.map((one) => one.index)).size === count, 'an index twice');
    for (const one of got) {
        expect(one.ok, `item ${one.index}: ${one.error}`);
        expect(one.id === `page-${one.index}` && one.item.id === one.id, `id ${one.id} of item ${one.index}`);
        expect(one.result.headline.text === `number ${one.index}`, `headline ${one.result.headline.text} of item ${one.index}`);
    }
}

export async function run({ danad, at, token, node }) {
    const { Danad, DanadProblemError, DanadConnectionError, DanadTimeoutError, DanadError, toBase64, VERSION } = danad;
    const client = (scenario, key, options = {}) => new Danad({ baseUrl: at(scenario, key), token, ...options });
    const seen = async (key) => (await fetch(at('seen', key))).json();
    const outcomes = [];
    const started = [];
    const check = (name, test) => started.push((async () => {
        const key = `${name.replace(/\W+/g, '-')}-${node ? 'node' : 'browser'}`;
        outcomes.push([name, await test(key).then(() => null, (error) => String(error?.stack ?? error))]);
    })());

    if (node) { // before others leave idle connections
        check('connections are used again', async (key) => {
            const danad = client('fine', key);
            for (let round = 0; round < 5; round++) {
                await danad.extract({ html: RAIN });
            }
            expect((await seen(key)).connections.length <= 2, JSON.stringify((await seen(key)).connections));
        });
        await Promise.all(started);
    }
    check('a page', async (key) => {
        const got = await client('fine', key).extract({ html: RAIN, include: ['text', 'headline'] }, { requestId: 'order-4711' });
        expect(got.headline.text === 'Rain returns to the valley' && got.content.text.includes('nine dry weeks'), JSON.stringify(got));
        expect(got.id === 'order-4711', got.id);
        const { requests } = await seen(key);
        expect(requests[0].authorization === `Bearer ${token}` && requests[0]['x-request-id'] === 'order-4711', JSON.stringify(requests));
        expect(!node || requests[0]['user-agent'].startsWith(`danad-client-js/${VERSION} `), requests[0]['user-agent']);
    });
    check('bytes in another encoding', async (key) => {
        const bytes = new Uint8Array([...'<meta charset=windows-1251><h1>'].map((c) => c.charCodeAt(0)).concat([0xc4, 0xee, 0xe6, 0xe4, 0xfc]));
        const got = await client('fine', key).extract({ html_base64: toBase64(bytes), include: ['headline'] });
        expect(got.headline.text === 'Дождь' && got.encoding.name === 'windows-1251', JSON.stringify(got));
    });
    check('forms', async (key) => {
        const danad = client('fine', key);
        expect((await danad.extractAs('markdown', { html: RAIN })).startsWith('# Rain returns'), 'markdown');
        expect((await danad.extractAs('text', { html: RAIN })).startsWith('Rain returns'), 'text');
        expect((await danad.extractAs('html', { html: RAIN })).includes('<h1>Rain'), 'html');
        expect((await danad.extractAs('svg', { html: RAIN })).includes('<svg'), 'svg');
    });
    check('the other routes', async (key) => {
        const danad = client('fine', key);
        expect((await danad.info()).version === VERSION, 'the version of client and server');
        expect((await danad.algorithms()).algorithms.some(({ id }) => id === 'auto'), 'algorithms');
        expect((await danad.headline({ html: `<title>Rain returns to the valley</title>${RAIN}` })).candidates.length > 0, 'headline');
        expect((await danad.evaluate({ gold: 'first rain', text: 'the rain' })).scores[0].measures.words.f1 === 0.5, 'evaluate');
        expect((await danad.site({ items: items(3) })).summary.compared === 3, 'site');
        const trends = await danad.trends({ queries: [{ name: 'rain', keywords: ['rain'] }], documents: [{ date: '2024-05-01', text: 'rain' }] });
        expect(trends.periods[0].period === '2024', JSON.stringify(trends));
        const { data } = await danad.raw.GET('/problems/{code}', { params: { path: { code: 'queue-full' } }, headers: { Accept: 'application/json' } });
        expect(data.retryable === true, JSON.stringify(data));
    });
    check('an error of the request', async (key) => {
        const error = await caught(client('fine', key).extract({ html: RAIN, options: { algorithm: 'dana', params: { gap: -1 } } }));
        expect(error instanceof DanadProblemError && error instanceof DanadError && error instanceof Error, `${error}`);
        expect(error.status === 400 && error.code === 'invalid-request' && error.type === '/problems/invalid-request', `${error}`);
        expect(error.pointer === '#/options/params/gap' && error.detail.includes('gap') && error.requestId, `${error}`);
        expect((await seen(key)).requests.length === 1, 'it was sent again');
    });
    check('no token', async (key) => {
        const error = await caught(new Danad({ baseUrl: at('fine', key) }).extract({ html: RAIN }));
        expect(error.status === 401 && error.code === 'unauthorized', `${error}`);
    });
    check('a token that changes', async (key) => {
        let asked = 0;
        const danad = new Danad({ baseUrl: at('busy-1', key), token: async () => (asked++ === 0 ? 'old' : token) });
        await danad.extract({ html: RAIN });
        const { requests } = await seen(key);
        expect(requests.map((one) => one.authorization).join() === `Bearer old,Bearer ${token}`, JSON.stringify(requests));
    });
    check('too large', async (key) => {
        const error = await caught(client('direct', key).extract({ html: 'x'.repeat(3 << 20) }));
        expect(error.status === 413 && error.code === 'body-too-large' && error.limit === 1 << 20, `${error}`);
    });
    check('busy', async (key) => {
        const start = Date.now();
        const got = await client('busy-2', key).extract({ html: RAIN });
        expect(got.content.words > 5 && Date.now() - start > 1900, `${Date.now() - start} ms: Retry-After was not kept`);
        expect((await seen(key)).requests.length === 3, 'attempts');
    });
    check('busy for too long', async (key) => {
        const error = await caught(client('busy-9', key, { retries: 1 }).extract({ html: RAIN }));
        expect(error.status === 503 && error.code === 'queue-full' && error.retryAfter === 1 && error.requestId === 'from-the-proxy', `${error}`);
        expect((await seen(key)).requests.length === 2, 'attempts');
    });
    check('Retry-After beyond the time of the call', async (key) => {
        let answered = 0; // the answer's own way is not the client's
        const answers = async (request) => fetch(request).finally(() => { answered = Date.now(); });
        const error = await caught(client('wait', key, { fetch: answers }).extract({ html: RAIN }));
        expect(error.status === 503 && error.retryAfter === 3600 && Date.now() - answered < 2000, `${error} after ${Date.now() - answered} ms`);
        expect((await seen(key)).requests.length === 1, 'it was sent again');
    });
    check('a lost connection', async (key) => {
        const got = await client('drop', key).extract({ html: RAIN });
        expect(got.content.words > 5, JSON.stringify(got));
    });
    check('no server', async () => {
        const error = await caught(new Danad({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).info());
        expect(error instanceof DanadConnectionError && error.cause instanceof TypeError, `${error}`);
    });
    check('a wait that is longer than a timer takes', async (key) => {
        const stop = new AbortController();
        setTimeout(() => stop.abort(), 500);
        await caught(client('odd-later', key, { timeoutMs: 0 }).extract({ html: RAIN }, { signal: stop.signal }));
        expect((await seen(key)).requests.length === 1, 'it was sent again at once');
    });
    check('odd answers', async (key) => {
        for (const [name, status] of [['errors', 400], ['soon', 503]]) {
            const error = await caught(client(`odd-${name}`, key, { retries: 0 }).extract({ html: RAIN }));
            expect(error instanceof DanadProblemError && error.status === status && error.retryAfter === null, `${name}: ${error}`);
        }
    });
    check('a batch without results', async (key) => {
        for (const name of ['index', 'summary']) {
            const error = await caught((async () => {
                for await (const one of client(`odd-${name}`, key).batch(items(1), { retries: 1 })) {
                    expect(false, JSON.stringify(one));
                }
            })());
            expect(error instanceof DanadConnectionError && error.message.includes('no result'), `${name}: ${error}`);
        }
    });
    check('an answer of something else', async (key) => {
        const error = await caught(client('refuse', key).extract({ html: RAIN }));
        expect(error instanceof DanadProblemError && error.status === 502 && error.code === null && error.body.includes('Bad gateway'), `${error}`);
        const other = await caught(client('text', key).extract({ html: RAIN }));
        expect(other instanceof DanadError && !(other instanceof DanadProblemError) && other.message.includes('no JSON'), `${other}`);
    });
    check('a time limit', async (key) => {
        const error = await caught(client('silent', key, { timeoutMs: 1000 }).extract({ html: RAIN }));
        expect(error instanceof DanadTimeoutError, `${error}`); // the server's own end is a lost connection
        await left(key);
    });
    check('a signal', async (key) => {
        const controller = new AbortController();
        const reason = new Error('no longer wanted');
        void arrived(key).then(() => controller.abort(reason));
        expect(await caught(client('silent', key).extract({ html: RAIN }, { signal: controller.signal })) === reason, 'another error');
        await left(key);
        expect(await caught(client('fine', key).extract({ html: RAIN }, { signal: AbortSignal.abort(reason) })) === reason, 'aborted before');
    });
    check('a signal while waiting to try again', async (key) => {
        const controller = new AbortController();
        const reason = new Error('no longer wanted');
        const answers = async (request) => fetch(request).finally(() => setTimeout(() => controller.abort(reason), 300));
        const hours = client('wait', key, { fetch: answers, timeoutMs: 4 * 3600 * 1000 }); // it is asked to wait for one
        expect(await caught(hours.extract({ html: RAIN }, { signal: controller.signal })) === reason, 'another error');
        expect((await seen(key)).requests.length === 1, 'it was sent again');
    });
    check('a batch', async (key) => {
        expectResults(await all(client('fine', key).batch(items(30), { chunkItems: 7 })), 30);
        const { requests, lines } = await seen(key);
        expect([...lines].sort().join() === '2,7,7,7,7' && // several are under way at once
             requests[0]['content-type'] === 'application/x-ndjson', `${lines}`);
    });
    check('a batch in order', async (key) => {
        const got = await all(client('items', key).batch(items(12), { ordered: true, chunkItems: 5 }));
        expectResults(got, 12);
        expect(got.every((one, index) => one.index === index), got.map((one) => one.index).join());
    });
    check('a batch of an asynchronous source', async (key) => {
        let closed = false;
        async function* source() {
            try {
                for (const item of items(6)) {
                    if (item.id === 'page-3') {
                        await new Promise((resolve) => setTimeout(resolve, 400));
                    }
                    yield item;
                }
            } finally {
                closed = true;
            }
        }
        expectResults(await all(client('fine', key).batch(source())), 6);
        expect(closed && (await seen(key)).lines.join() === '3,3', `${(await seen(key)).lines}: a slow source holds nothing back`);
    });
    check('options of a batch', async (key) => {
        const list = [{ html: RAIN }, { html: RAIN, include: ['headline'] }, { html: RAIN, options: { algorithm: 'lqf' } }];
        const got = await all(client('fine', key).batch(list, { include: ['markdown'], options: { algorithm: 'bte' }, ordered: true }));
        expect(got.map((one) => one.result.algorithm.id).join() === 'bte,bte,lqf', JSON.stringify(got));
        expect(got[0].result.content.markdown && got[1].result.content === null && got[0].id === null, JSON.stringify(got));
    });
    check('a batch whose server is busy', async (key) => {
        expectResults(await all(client('busy-2', key).batch(items(4))), 4);
    });
    check('a batch whose items find no room', async (key) => {
        expectResults(await all(client('items', key).batch(items(8))), 8);
        expect((await seen(key)).lines.join() === '8,4', `${(await seen(key)).lines}: only those without a result are sent again`);
    });
    check('a batch whose items find no room for long', async (key) => {
        const got = await all(client('items', key).batch(items(4), { retries: 0 }));
        expect(got.filter((one) => one.ok).length === 2, JSON.stringify(got));
        expect(got.filter((one) => !one.ok).every((one) => one.status === 503 && one.error.code === 'queue-full' && one.index % 2), 'failures');
    });
    check('a batch whose connection is cut', async (key) => {
        expectResults(await all(client('cut', key).batch(items(9), { concurrency: 1 })), 9);
        const { lines } = await seen(key); // browsers may throw away what they have not handed over when the connection breaks
        expect((node ? /^9,7$/ : /^9,[789]$/).test(lines.join()), `${lines}: what has a result is not sent again`);
    });
    check('items that are wrong', async (key) => {
        const list = [{ id: 1, html: RAIN }, { id: 2 }, { id: 3, html: 'x'.repeat(2 << 20) }, { id: 4, html: RAIN, options: { params: { no: 1 } } }];
        const got = await all(client('fine', key).batch(list, { ordered: true }));
        expect(got.map((one) => `${one.id} ${one.status}`).join() === '1 200,2 400,3 413,4 400', JSON.stringify(got));
        expect(got[2].error.code === 'body-too-large' && got[2].error.limit === 1 << 20 && got[3].error.pointer, `${got[3].error}`);
    });
    check('a batch that is refused', async (key) => {
        const error = await caught(all(new Danad({ baseUrl: at('fine', key) }).batch(items(2))));
        expect(error.status === 401, `${error}`);
        expect((await caught(all(client('fine', key).batch([7])))).message.includes('not number'), 'an item that is none');
    });
    check('a batch that is left', async (key) => {
        let closed = 0;
        function* endless() {
            try {
                for (let index = 0; ; index++) {
                    yield { id: index, html: page(`number ${index}`) };
                }
            } finally {
                closed++;
            }
        }
        for await (const one of client('stall', key).batch(endless(), { chunkItems: 10, concurrency: 1 })) {
            expect(one.ok, `${one.error}`);
            break;
        }
        await left(key);
        expect(closed === 1, 'the source is not told');
    });
    check('a batch that is aborted', async (key) => {
        const controller = new AbortController();
        const got = [];
        const error = await caught((async () => {
            for await (const one of client('stall', key).batch(items(5), { signal: controller.signal })) {
                got.push(one);
                controller.abort();
            }
        })());
        expect(error.name === 'AbortError' && got.length === 1, `${error}, ${got.length} results`);
        await left(key);
    });
    check('a batch whose server falls silent', async (key) => {
        const error = await caught(all(client('stall', key, { timeoutMs: 400 }).batch(items(5), { concurrency: 1 })));
        expect(error instanceof DanadTimeoutError, `${error}`);
    });
    check('an error of the source', async (key) => {
        async function* source() {
            yield* items(2);
            throw new Error('the disk is gone');
        }
        expect((await caught(all(client('fine', key).batch(source())))).message === 'the disk is gone', 'another error');
    });
    if (node) {
        check('another fetch', async (key) => {
            const asked = [];
            const danad = client('fine', key, { fetch: (request) => { asked.push(request.url); return fetch(request); }, headers: { 'X-Tenant': 'a' } });
            await danad.extract({ html: RAIN });
            expect(asked.length === 1 && (await seen(key)).requests[0]['x-tenant'] === 'a', JSON.stringify(asked));
        });
    }

    /** A request is there. */
    async function arrived(key) {
        while ((await seen(key)).requests.length === 0) {
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }

    /** The connection has ended, so that the server stops its work. */
    async function left(key) {
        for (let round = 0; round < 100 && !(await seen(key)).left; round++) {
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        expect((await seen(key)).left, 'the connection stays open');
    }

    await Promise.all(started);
    return outcomes;
}
