export { Danad, toBase64 } from './client.js';
export type { CallOptions, DanadOptions, Extracted, Format } from './client.js';
export type { BatchFailure, BatchOptions, BatchOutcome, BatchSuccess } from './batch.js';
export { DanadConnectionError, DanadError, DanadProblemError, DanadTimeoutError } from './errors.js';
export { VERSION } from './version.js';
export type * from './schema.js';
