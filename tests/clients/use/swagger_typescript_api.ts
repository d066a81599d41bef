import { Api, ContentType, IncludePart, type Problem } from '../made/sta/api';
import { base, page, show } from './base.js';

const api = new Api({ baseUrl: base });
const { data } = await api.v1.extract({ html: page, include: [IncludePart.Text] }, {}, { type: ContentType.Json, format: 'json' });
const refused = await api.v1.extract({ html: page, options: { max_text_chars: 0 } }, {}, { type: ContentType.Json, format: 'json' })
    .then(() => undefined, (answer: { error: Problem }) => answer.error.code);
show(data.content?.text, undefined, refused);
