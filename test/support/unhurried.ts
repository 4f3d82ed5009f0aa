import type { Clock } from '../../src/playground/index.ts';

/** The most that one turn of the event loop takes by Slack's clock, however long the process waited for a processor. */
const LONGEST_TURN_MS = 20;

/** A clock for Slack whose three seconds are seconds in which the app can work, even on a busy machine. */
export function unhurriedSlack(): Clock & { stop(): void } {
  let [now, last] = [Date.now(), performance.now()];
  const due = new Map<object, { at: number; run: () => void }>();
  const turns = setInterval(() => {
    const at = performance.now();
    now += Math.min(at - last, LONGEST_TURN_MS);
    last = at;
    for (const [timer, timeout] of due) {
      if (timeout.at > now || !due.delete(timer)) continue;
      timeout.run();
    }
  }, LONGEST_TURN_MS / 2);
  return {
    now: () => Math.floor(now),
    setTimeout(run, ms) {
      const timer = {};
      due.set(timer, { at: now + ms, run });
      return timer;
    },
    clearTimeout: timer => void due.delete(timer as object),
    stop: () => clearInterval(turns),
  };
}
