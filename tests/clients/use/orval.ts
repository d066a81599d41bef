import { extract } from '../made/orval';
import { base, page, show } from './base.js';

// What orval makes asks for paths; its users give it a fetch of their own, or a base URL in their settings.
const plain = globalThis.fetch;
globalThis.fetch = (path, init) => plain(`${base}${String(path)}`, init);
const headers = { 'Content-Type': 'application/json' };
const got = await extract({ html: page, include: ['text'] }, undefined, { headers });
const refused = await extract({ html: page, options: { max_text_chars: 0 } }, undefined, { headers });
const text: string | null | undefined = got.status === 200 && typeof got.data === 'object' ? got.data.content?.text : null;
show(text, got.status === 200 ? undefined : got.data.detail, refused.status === 400 ? refused.data.code : undefined);
