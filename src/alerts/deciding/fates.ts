import type { Crowds } from './crowds.ts';
import type { Incidents } from './incidents.ts';
import { type AlertState, groupOf, type Incident, type IncidentText, isOpen, wait } from './state.ts';

/** What became of an intent's text to a number. `unsent`: it was refused or cancelled, or there was none. */
export type Fate = 'coming' | 'sent' | 'uncertain' | 'unsent' | 'expired';

export type NumberFate = { number: string; fate: Fate };

/** By intent, for each number that it was for; of an intent that isn't known any more, nothing. */
export type Fates = ReadonlyMap<string, readonly NumberFate[]>;

/** Whoever it is for hears of it, or may. */
const HEARD: ReadonlySet<Fate> = new Set(['coming', 'sent', 'uncertain']);

const numbersIn = (
  fates: Fates,
  texts: readonly IncidentText[],
  among: (fate: Fate) => boolean,
): ReadonlySet<string> =>
  new Set(
    texts
      .flatMap(({ intent }) => fates.get(intent) ?? [])
      .flatMap(one => (among(one.fate) ? one.number : [])),
  );

/** Whether none of an intent's texts went out for certain, as far as that is asked: nobody may know. */
export const isUnsent = (fates: Fates, intent: string): boolean =>
  fates.get(intent)?.every(({ fate }) => fate !== 'coming' && fate !== 'sent') ?? false;

/** Intents that tell only of incidents which somebody took or which are over: nobody else needs to hear of them. */
export function toCallOff(state: AlertState, changed: readonly Incident[]): string[] {
  const closed = changed.filter(incident => !isOpen(incident)).flatMap(({ texts }) => texts);
  if (closed.length === 0) return [];
  const needed = new Set(
    state.incidents.filter(isOpen).flatMap(({ texts }) => texts.map(({ intent }) => intent)),
  );
  return [...new Set(closed.filter(({ alone }) => alone).map(({ intent }) => intent))].filter(
    intent => !needed.has(intent),
  );
}

/** Intents of the incidents that one of these tells of. */
export function relatedTo({ incidents }: AlertState, intents: Iterable<string>): string[] {
  const these = new Set(intents);
  const theirs = incidents.filter(({ texts }) => texts.some(({ intent }) => these.has(intent)));
  return [...new Set(theirs.flatMap(({ texts }) => texts.map(({ intent }) => intent)))];
}

/** Intents by which people heard, or didn't, of what they are to be told now that it is over. */
export function toldOfEnded({ alerts }: AlertState, incidents: Incidents): string[] {
  const ended = new Set(
    alerts.flatMap(one => (one.waits.resolved.length > 0 ? (incidents.of(one) ?? []) : [])),
  );
  return [...new Set([...ended].flatMap(({ texts }) => texts.map(({ intent }) => intent)))];
}

/** Whoever none of the texts about an alert reached doesn't know of it, and needn't hear that it is over. */
export function leaveOutUnheard(
  state: AlertState,
  fates: Fates,
  { crowds, incidents }: { crowds: Crowds; incidents: Incidents },
): void {
  if (fates.size === 0) return;
  const told = state.alerts.filter(one => one.told.length + one.waits.resolved.length > 0);
  for (const alike of Map.groupBy(told, one => `${one.toldAt} ${groupOf(one)}`).values()) {
    const [alert] = alike;
    const toldAt = alert?.toldAt ?? Number.NEGATIVE_INFINITY;
    // What was texted later tells of others in the group.
    const texts = (alert && incidents.of(alert)?.texts.filter(({ at }) => at <= toldAt)) ?? [];
    // What became of some of them was asked for the sake of another alert, of which they tell, too.
    if (!texts.every(({ intent }) => fates.has(intent))) continue;
    const args = numbersIn(fates, texts, fate => HEARD.has(fate));
    const missed = numbersIn(fates, texts, fate => !HEARD.has(fate));
    const untold = crowds.of([...missed].filter(number => !args.has(number)));
    if (untold.length === 0) continue;
    for (const one of alike) {
      one.told = crowds.without(one.told, untold);
      one.waits = { ...one.waits, resolved: crowds.without(one.waits.resolved, untold) };
    }
  }
}

/**
 * People whose text about an incident waited too long and was never sent get one new text about how things are now, if it still
 * fires and nobody has taken it: a reminder, if another text about it reached them. Whoever has another on its way gets none.
 *
 * @param unsent intents that there is news of
 */
export function renew(
  state: AlertState,
  unsent: ReadonlySet<string>,
  fates: Fates,
  { crowds, incidents }: { crowds: Crowds; incidents: Incidents },
): void {
  for (const incident of state.incidents) {
    for (const text of incident.texts) {
      const expired = numbersIn(fates, [text], fate => fate === 'expired');
      if (!unsent.has(text.intent) || text.renewed || expired.size === 0) continue;
      incident.texts = incident.texts.map(one => (one === text ? { ...text, renewed: true } : one));
      incidents.note(incident);
      const others = incident.texts.filter(({ intent }) => intent !== text.intent);
      const coming = numbersIn(fates, others, fate => fate === 'coming');
      const reached = numbersIn(fates, others, fate => fate === 'sent' || fate === 'uncertain');
      const missed = [...expired].filter(number => !coming.has(number));
      const untold = crowds.of(missed.filter(number => !reached.has(number)));
      const told = crowds.of(missed.filter(number => reached.has(number)));
      for (const alert of state.alerts) {
        if (groupOf(alert) !== groupOf(incident)) continue;
        const [again, reminded] = [crowds.common(alert.told, untold), crowds.common(alert.told, told)];
        alert.told = crowds.without(alert.told, again);
        if (alert.status !== 'firing' || !isOpen(incident)) continue;
        wait(crowds, alert, 'firing', again);
        wait(crowds, alert, 'reminder', reminded);
      }
    }
  }
}
