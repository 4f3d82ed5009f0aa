/** How many wrong attempts in a row are allowed, and how long until the first of them is forgotten. */
const MAX_WRONG = 5;
const FORGOTTEN_AFTER_MS = 15 * 60 * 1000;

/** The times of the wrong attempts that still count: for one e-mail address, or from one network address. */
export type WrongTries = readonly number[];

/**
 * Whether another attempt is allowed now. It counts as wrong from its start, so that making many at once is no way
 * round the limit. `waitMs`: if it isn't allowed, how long until the next may be. If the clock was set back, nobody is
 * locked out for longer than those 15 minutes.
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

/** The attempts after one turned out right: it no longer counts. */
export function takeBack(wrong: WrongTries): WrongTries {
  return wrong.slice(0, -1);
}
