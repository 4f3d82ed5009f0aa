/** Where the alerts go. */
export interface Hook {
  url: string;
  token: string;
}

/** What came back; `status` null: no answer, and `body` says why. */
export interface Answer {
  status: number | null;
  body: string;
}

const PATIENCE_MS = 15_000;
/** How much of an answer is shown. */
const SHOWN = 2000;

/** Calls a hook as an alerting program does. */
export async function callHook({ url, token }: Hook, payload: object): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, body: (await response.text()).slice(0, SHOWN).trim() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, body: cause instanceof Error ? cause.message : String(cause) };
  }
}
