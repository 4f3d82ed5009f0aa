/** How many wrong tries in a row there may be, and how long until the first of them is forgotten. */
const MAX_WRONG = 5;
const FORGOTTEN_AFTER_MS = 15 * 60 * 1000;

/** The times of the wrong tries that still count: of one e-mail address, or from one network address. */
export type WrongTries = readonly number[];

/**
 * Whether one more try is allowed now; it is counted as wrong from its start, so that many at the same time are no
 * way round. `waitMs` is how long until the next one, when it isn't. A clock that was set back locks nobody out for
 * longer than those 15 minutes.
 */
export function tryAgain(
  wrong: WrongTries,
  now: number,
): { allowed: boolean; wrong: WrongTries; waitMs: number } {
  const counted = wrong.map(at => Math.min(at, now)).filter(at => at > now - FORGOTTEN_AFTER_MS);
  const [first = now] = counted;
  if (counted.length < MAX_WRONG) return { allowed: true, wrong: [...counted, now], waitMs: 0 };
  return { allowed: false, wrong: counted, waitMs: first + FORGOTTEN_AFTER_MS - now };
}

/** The same after a try turned out right: it no longer counts. */
export function takeBack(wrong: WrongTries): WrongTries {
  return wrong.slice(0, -1);
}
