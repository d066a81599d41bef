import { client } from '../made/hey/client.gen';
import { extract } from '../made/hey';
import { base, page, show } from './base.js';

client.setConfig({ baseUrl: base });
const { data, error } = await extract({ body: { html: page, include: ['text'] } });
const text: string | null | undefined = typeof data === 'object' ? data.content?.text : data;
const refused = await extract({ body: { html: page, options: { max_text_chars: 0 } } });
show(text, error?.detail, refused.error?.code);
