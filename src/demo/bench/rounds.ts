export interface Hook {
  url: string;
  token: string;
}

/** The hook's answer. If there was none, `status` is null and `body` says why. */
interface Answer {
  status: number | null;
  body: string;
}

const MAX_ROUNDS_SHOWN = 30;

/** A press of a button, with the hook's answers to its calls. */
export interface Round {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  title: string;
  about: string;
  calls: number;
  /** The number of calls by status; `none` for no answer. */
  answers: Record<string, number>;
  posted: object | null;
  answer: Answer | null;
}

/**
 * Keeps the bench's latest rounds.
 *
 * @param now milliseconds since 1970
 * @param changed called when there is something new to show
 */
export function createRounds(now: () => number, changed: () => void) {
  const rounds: Round[] = [];
  return {
    /** Newest first. */
    all: () => rounds,
    begin(title: string, about: string, calls: number): Round {
      const id = (rounds[0]?.id ?? 0) + 1;
      const round = { id, at: now(), title, about, calls, answers: {}, posted: null, answer: null };
      rounds.unshift(round);
      rounds.length = Math.min(rounds.length, MAX_ROUNDS_SHOWN);
      changed();
      return round;
    },
    /** Calls the hook, and keeps its answer. */
    async call(round: Round, hook: Hook, payload: object) {
      round.posted ??= payload;
      const answer = await callHook(hook, payload);
      const name = String(answer.status ?? 'none');
      round.answers[name] = (round.answers[name] ?? 0) + 1;
      Object.assign(round, { posted: payload, answer });
      changed();
    },
  };
}

export type Rounds = ReturnType<typeof createRounds>;

const REQUEST_TIMEOUT_MS = 15_000;
/** Characters of an answer that are shown. */
const MAX_SHOWN_LENGTH = 2000;

async function callHook({ url, token }: Hook, payload: object): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, body: (await response.text()).slice(0, MAX_SHOWN_LENGTH).trim() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, body: cause instanceof Error ? cause.message : String(cause) };
  }
}
