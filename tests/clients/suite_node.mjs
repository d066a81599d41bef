// Runs the suite in Node. Arguments: the folder of the client, the URL of unreliable.py, the URL of danad, the token.
import { pathToFileURL } from 'node:url';
import path from 'node:path';

import { run } from './suite.mjs';

const [folder, proxy, direct, token] = process.argv.slice(2);
const danad = await import(pathToFileURL(path.join(folder, 'dist/index.js')).href);
const at = (scenario, key) => (scenario === 'direct' ? direct : `${proxy}/${scenario}/${key}`);
console.log(JSON.stringify(await run({ danad, at, token, node: true })));
