import type { Crowds } from './crowds.ts';
import type { Incidents } from './incidents.ts';
import { type AlertState, groupOf, type Incident, wait } from './state.ts';

/**
 * People whose text about an incident waited too long and was never sent. `untold`: no other text about it reached them;
 * `told`: one did, but not this one. Whoever has another text on its way is in neither.
 */
export type ExpiredText = {
  incident: number;
  intent: string;
  untold: readonly string[];
  told: readonly string[];
};

/**
 * They get one new text about how things are now, if it still fires and nobody has taken it. Whoever was told nothing needn't
 * hear either that it is over.
 */
export function renew(
  state: AlertState,
  expired: readonly ExpiredText[],
  { crowds, incidents }: { crowds: Crowds; incidents: Incidents },
): void {
  for (const { incident: id, intent, untold, told } of expired) {
    const incident = state.incidents.find(one => one.id === id);
    if (!incident) continue;
    incident.texts = incident.texts.map(text => (text.intent === intent ? { ...text, renewed: true } : text));
    incidents.note(incident);
    for (const alert of state.alerts) {
      if (groupOf(alert) !== groupOf(incident)) continue;
      const missed = crowds.common(alert.told, crowds.of(untold));
      const reminded = crowds.common(alert.told, crowds.of(told));
      alert.told = crowds.without(alert.told, missed);
      alert.waits = { ...alert.waits, resolved: crowds.without(alert.waits.resolved, crowds.of(untold)) };
      if (alert.status !== 'firing' || !isOpen(incident)) continue;
      wait(crowds, alert, 'firing', missed);
      wait(crowds, alert, 'reminder', reminded);
    }
  }
}

const isOpen = ({ taken, endedAt }: Incident): boolean => taken === null && endedAt === null;
