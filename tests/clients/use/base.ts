declare const process: { env: Record<string, string> };

export const base = process.env['DANAD_URL'] ?? '';
export const page = '<h1>Rain</h1><p>It fell on the valley on Monday, at last, after nine dry weeks.';

/** What a test of a generator prints: the text, the error if there was one, the code of a request that is refused. */
export function show(text: string | null | undefined, error: string | undefined, code: string | undefined): void {
    console.log(JSON.stringify({ text: text ?? null, error: error ?? null, code: code ?? null }));
}
