import { DanadConnectionError, DanadProblemError } from './errors.js';

/** Answers that say nothing about the request itself: sent again, it may succeed. */
const PASSING = new Set([408, 429, 503]);
const FIRST_MS = 250;
const LONGEST_MS = 20_000;
/** Longest wait, whatever the server says: a timer of more than 2^31 ms would end at once. */
const MOST_MS = 86_400_000;

/** Whether a status asks for another attempt. */
export function isPassing(status: number): boolean {
    return PASSING.has(status);
}

/** Whether an error may be gone when the same is sent again. Nothing that danad does changes anything, so all may be sent twice. */
export function isRetryable(error: unknown): boolean {
    return error instanceof DanadConnectionError || (error instanceof DanadProblemError && isPassing(error.status));
}

/**
 * Milliseconds before the next attempt, after `failures` of them: twice as long each time, of which half is by chance, so that
 * clients that failed together do not return together; never less than what the server says, a day at most.
 */
export function delay(failures: number, retryAfterS: number | null): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
    return Math.min(MOST_MS, Math.max((retryAfterS ?? 0) * 1000, longest * (0.5 + Math.random() / 2)));
}

/** What an error says of the time to wait. */
export function retryAfterOf(error: unknown): number | null {
    return error instanceof DanadProblemError ? error.retryAfter : null;
}
