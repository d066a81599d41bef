import createClient from 'openapi-fetch';
import type { paths } from '../made/schema.js';
import { base, page, show } from './base.js';

const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl: base });
const { data, error } = await client.POST('/v1/extract', { body: { html: page, include: ['text'] } });
const text: string | null | undefined = data?.content?.text;
const refused = await client.POST('/v1/extract', { body: { html: page, options: { max_text_chars: 0 } } });
show(text, error?.detail, refused.error?.code);
