import type { Problem } from '../../domain/problem.ts';
import { wait } from './admit.ts';
import type { NewsDesk, Unreached } from './news.ts';
import type { Audience, State } from './state.ts';

/** Slack is asked again so much later for whom it did not say, and given up after a while. */
const ASK_AGAIN_MS = 5000;
const GIVE_UP_MS = 30 * 60_000;

/** Whom a recipient stands for at this moment, as far as that is known. */
export type Lookup = {
  numbers: readonly string[];
  /** Who can't be texted, and why. */
  omitted: readonly { recipient: string; problem: Problem }[];
  /** Recipients that Slack can't be asked about now: this one itself, or some of its members. */
  silent: readonly string[];
};

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

  const silent: Audience[] = [];
  for (const { recipient, alerts, since } of state.audiences) {
    const found = lookUp(recipient);
    for (const { recipient: who, problem } of found.omitted) unreached(alerts, who, problem);
    for (const id of alerts) {
      const told = byId.get(id)?.told ?? [];
      for (const number of found.numbers) if (!told.includes(number)) wait(state, number, id, 'firing', now);
    }
    for (const who of found.silent) {
      if (now - since >= GIVE_UP_MS) unreached(alerts, who, null);
      else {
        const same = silent.find(one => one.recipient === who);
        if (same) same.alerts = [...new Set([...same.alerts, ...alerts])];
        else silent.push({ recipient: who, alerts: [...alerts], since });
        askAgain = now + ASK_AGAIN_MS;
      }
    }
  }
  state.audiences = silent;
  return askAgain;
}
