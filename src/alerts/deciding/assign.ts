import type { Problem } from '../../domain/problem.ts';
import { wait } from './admit.ts';
import type { NewsDesk, Unreached } from './news.ts';
import type { State } from './state.ts';

/** Slack is asked again so much later for whom it did not say, and given up after a while. */
const ASK_AGAIN_MS = 5000;
const GIVE_UP_MS = 30 * 60_000;

/** Whom a recipient stands for at this moment. */
export type Lookup =
  | { kind: 'known'; numbers: readonly string[]; omitted: readonly { recipient: string; problem: Problem }[] }
  /** Slack can't be asked now. */
  | { kind: 'silent' };

/** Lets what is for recipients wait for their numbers; returns when to ask Slack again, null: no need. */
export function assign(
  state: State,
  lookUp: (recipient: string) => Lookup,
  desk: NewsDesk,
  now: number,
): number | null {
  const byId = new Map(state.alerts.map(alert => [alert.id, alert]));
  let askAgain: number | null = null;

  function unreached(ids: readonly number[], recipient: string, problem: Problem | null): void {
    for (const id of ids) {
      const alert = byId.get(id);
      if (!alert) continue;
      const said: Unreached[] = desk.of(alert.hook).unreached;
      const same = said.find(one => one.recipient === recipient);
      if (same) same.alerts += 1;
      else said.push({ recipient, alerts: 1, problem });
    }
  }

  for (const audience of state.audiences) {
    const found = lookUp(audience.recipient);
    if (found.kind === 'silent') {
      if (now - audience.since < GIVE_UP_MS) askAgain = now + ASK_AGAIN_MS;
      else {
        unreached(audience.alerts, audience.recipient, null);
        audience.alerts = [];
      }
      continue;
    }
    for (const { recipient, problem } of found.omitted) unreached(audience.alerts, recipient, problem);
    for (const id of audience.alerts) {
      const told = byId.get(id)?.told ?? [];
      for (const number of found.numbers) if (!told.includes(number)) wait(state, number, id, 'firing', now);
    }
    audience.alerts = [];
  }
  return askAgain;
}
