import { setImmediate as endOfTurn } from 'node:timers/promises';
import { machineMs, type Timers, type TimeSource } from './clock.ts';

/* Slack waits three seconds for its ack; nobody waits for anything else. So long work lets acks go first, for a moment. */

/** The longest that anything lets acks go first at a time. */
const PATIENCE_MS = 20;
/** For so long after an ack was owed, long work rests between its steps: so many times as long as the last one took. */
const RESTS_MS = 1000;
const REST = 3;

export type Acks = {
  /** Slack waits for an ack; call the returned function once Slack has it. */
  owe(): () => void;
  /** Resolves when no ack is owed, or after 20 ms. */
  given(): Promise<void>;
  /**
   * For long work in small steps: call the returned function between them. It resolves once everything urgent was served;
   * while acks keep coming, the work so has a quarter of the time, and each of its rests takes 20 ms at most.
   */
  steps(): () => Promise<void>;
};

export function createAcks(time: Pick<TimeSource, 'monotonic'> & Timers): Acks {
  let owed = 0;
  let owedAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<() => void>();

  function given(): void {
    owed -= 1;
    if (owed > 0) return;
    for (const goOn of waiting) goOn();
  }

  function allGiven(): Promise<void> {
    if (owed === 0) return Promise.resolve();
    return new Promise(resolve => {
      const goOn = (): void => {
        callOff();
        waiting.delete(goOn);
        resolve();
      };
      const callOff = time.after(machineMs(time, PATIENCE_MS), goOn);
      waiting.add(goOn);
    });
  }

  return {
    owe() {
      owed += 1;
      owedAt = time.monotonic();
      let isOwed = true;
      return () => {
        if (isOwed) given();
        isOwed = false;
      };
    },

    given: allGiven,

    steps() {
      let began = time.monotonic();
      return async () => {
        const tookMs = time.monotonic() - began;
        await endOfTurn();
        await allGiven();
        const restMs = Math.min(PATIENCE_MS, Math.round(tookMs * REST));
        if (restMs > 0 && time.monotonic() - owedAt < RESTS_MS)
          await new Promise<void>(resolve => time.after(machineMs(time, restMs), resolve));
        began = time.monotonic();
      };
    },
  };
}
