/** Where the alerts go. */
export interface Hook {
  url: string;
  token: string;
}

/** What came back; `status` null: no answer, and `body` says why. */
interface Answer {
  status: number | null;
  body: string;
}

const SHOWN_ROUNDS = 30;

/** One press of a button, and the hook's answers to the calls it made. */
export interface Round {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  title: string;
  about: string;
  calls: number;
  /** How many calls got which answer; `none`: no answer. */
  answers: Record<string, number>;
  /** The latest call and its answer. */
  posted: object | null;
  answer: Answer | null;
}

/** What was pressed on the bench, and what came of it. @param now milliseconds since 1970 @param changed is called whenever there is something new to show */
export function createRounds(now: () => number, changed: () => void) {
  const rounds: Round[] = [];
  return {
    /** The latest, newest first. */
    all: () => rounds,
    begin(title: string, about: string, calls: number): Round {
      const id = (rounds[0]?.id ?? 0) + 1;
      const round = { id, at: now(), title, about, calls, answers: {}, posted: null, answer: null };
      rounds.unshift(round);
      rounds.length = Math.min(rounds.length, SHOWN_ROUNDS);
      changed();
      return round;
    },
    /** Calls the hook, and keeps what it answered. */
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
/** How much of an answer is shown. */
const SHOWN = 2000;

/** Calls a hook as an alerting program does. */
async function callHook({ url, token }: Hook, payload: object): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, body: (await response.text()).slice(0, SHOWN).trim() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, body: cause instanceof Error ? cause.message : String(cause) };
  }
}
