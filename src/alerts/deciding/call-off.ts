import { type Crowds, NOBODY } from './crowds.ts';
import { type AlertState, groupOf, type Incident, wait } from './state.ts';

/** The numbers whose text of an intent was cancelled, and who have no other text about the same incident. */
export type CalledOff = ReadonlyMap<string, readonly string[]>;

const isClosed = ({ taken, endedAt }: Incident): boolean => taken !== null || endedAt !== null;

/** Intents that tell only of incidents which somebody took or which are over: nobody else needs to hear of them. */
export function toCallOff(state: AlertState, changed: readonly Incident[]): string[] {
  const closed = changed.filter(isClosed).flatMap(({ texts }) => texts);
  if (closed.length === 0) return [];
  const needed = new Set(
    state.incidents
      .filter(incident => !isClosed(incident))
      .flatMap(({ texts }) => texts.map(({ intent }) => intent)),
  );
  return [...new Set(closed.filter(({ alone }) => alone).map(({ intent }) => intent))].filter(
    intent => !needed.has(intent),
  );
}

/** Whoever's text was cancelled doesn't know of the alerts, and needn't hear that they are over. */
export function callOff(state: AlertState, calledOff: CalledOff, crowds: Crowds): void {
  if (calledOff.size === 0) return;
  for (const incident of state.incidents) {
    const untold = crowds.of(incident.texts.flatMap(({ intent }) => calledOff.get(intent) ?? []));
    if (untold.length === 0) continue;
    for (const alert of state.alerts) {
      if (groupOf(alert) !== groupOf(incident)) continue;
      alert.told = crowds.without(alert.told, untold);
      const resolved = crowds.without(alert.waits.resolved, untold);
      alert.waits = { ...alert.waits, resolved: NOBODY };
      wait(crowds, alert, 'resolved', resolved);
    }
  }
}
