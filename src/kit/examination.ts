import type { Log } from '../log.ts';
import type { TimeSource } from './clock.ts';
import type { Config } from './config.ts';
import type { AnyFeature } from './feature.ts';
import type { Storage } from './store/storage.ts';

/** A line of `npm run doctor`. `look`: it works, or nobody can tell, and somebody should look at it. */
export type Finding = {
  name: string;
  is: 'ok' | 'look' | 'wrong';
  detail: string;
  /** What the operator can do; empty if there is nothing to do. */
  todo: string;
};

/** What features are examined with. */
export type Examined = {
  config: Config;
  features: readonly AnyFeature[];
  log: Log;
  storage: Storage;
  /** False if a running app has the folder: then the store is only read. */
  mayWrite: boolean;
  time: TimeSource;
};

/** A store, looked at from outside. `data`: whether it has data that this program reads. */
export type LookedAtStore = { findings: Finding[]; data: 'ours' | 'none' | 'unusable' };

declare module './feature.ts' {
  interface AnyFeature {
    /** Its part of `npm run doctor`: changes nothing that people could see. Secrets never get into a finding. */
    examine?(about: Examined): Promise<Finding[]>;
  }
}

export const ok = (name: string, detail: string): Finding => ({ name, is: 'ok', detail, todo: '' });
export const look = (name: string, detail: string, todo: string): Finding => ({
  name,
  is: 'look',
  detail,
  todo,
});
export const wrong = (name: string, detail: string, todo: string): Finding => ({
  name,
  is: 'wrong',
  detail,
  todo,
});

/** A clock that is off by more has Slack's requests refused soon after, and ours. */
const MAX_OFF_MS = 60_000;

/**
 * Compares this machine's clock with a server's.
 *
 * @param date the `Date` header of an answer, exact to the second; null if it had none
 * @param took when the request was made and answered, by this machine's clock
 */
export function clockFinding(
  name: string,
  date: string | null,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): Finding[] {
  const there = date === null ? Number.NaN : Date.parse(date) + 500;
  if (Number.isNaN(there)) return [];
  const offMs = Math.round((askedAt + answeredAt) / 2 - there);
  const seconds = Math.round(Math.abs(offMs) / 1000);
  if (Math.abs(offMs) <= MAX_OFF_MS) return [ok(name, `within ${Math.max(1, seconds)} s of this machine's`)];
  return [
    wrong(
      name,
      `this machine's clock is ${seconds} s ${offMs > 0 ? 'ahead' : 'behind'}`,
      'set it by NTP: signatures carry the time, and schedules go by it',
    ),
  ];
}

/** The reason for a failed request, without what may be secret. */
export function whyUnreachable(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: string }; code?: string; name?: string };
  return code ?? cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : 'no connection');
}
