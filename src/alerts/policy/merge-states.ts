import { mergeWatches } from './calls/heartbeat.ts';
import type { AlertState, DayUse, Incident, Notified, NumberUse, TrackedAlert } from './incidents/state.ts';

/*
 * A quarantined state that can be read again is added to the state that was begun meanwhile. An incident that both states have stays as
 * it is in the newer one.
 */

/** Adds the incidents, texts and mutes of an earlier state. Alerts that waited to be texted there wait here. */
export function mergeStates(state: AlertState, earlier: AlertState): AlertState {
  // The earlier state's change numbers and ids continue after those of this state.
  const shift = (number: number): number => (number > 0 ? number + state.lastChange : number);
  const lists = new Map<readonly Notified[], readonly Notified[]>();
  const incidents = new Map(state.incidents);
  for (const [key, incident] of earlier.incidents) {
    if (!incidents.has(key)) incidents.set(key, shifted(incident, shift, lists));
  }
  const texts = new Map(state.texts);
  for (const [id, text] of earlier.texts) {
    texts.set(shift(id), { ...text, incidents: text.incidents.map(shift) });
  }
  const ids = new Set(state.mutes.map(({ id }) => id));
  return {
    ...state,
    lastChange: state.lastChange + earlier.lastChange,
    incidents,
    numbers: mergedNumbers(state.numbers, earlier.numbers),
    texts,
    mutes: [...earlier.mutes.filter(({ id }) => !ids.has(id)), ...state.mutes],
    used: mergedUse(state.used, earlier.used),
    watch: mergeWatches(state.watch, earlier.watch),
  };
}

function shifted(
  incident: Incident,
  shift: (number: number) => number,
  lists: Map<readonly Notified[], readonly Notified[]>,
): Incident {
  const { alerts, acknowledged, escalation, notified } = incident;
  const entries = lists.get(notified) ?? notified.map(entry => shiftedEntry(entry, shift));
  lists.set(notified, entries);
  return {
    ...incident,
    id: shift(incident.id),
    post: shift(incident.post),
    alerts: alerts.map(
      (alert): TrackedAlert => ({
        ...alert,
        firstChange: shift(alert.firstChange),
        change: shift(alert.change),
        endChange: shift(alert.endChange),
      }),
    ),
    acknowledged: acknowledged && {
      ...acknowledged,
      givenFor: shift(acknowledged.givenFor),
      upTo: shift(acknowledged.upTo),
    },
    escalation: escalation && { ...escalation, texts: escalation.texts.map(shift) },
    notified: entries,
  };
}

const shiftedEntry = (entry: Notified, shift: (number: number) => number): Notified => ({
  ...entry,
  firingUpTo: shift(entry.firingUpTo),
  endedUpTo: shift(entry.endedUpTo),
  before: [shift(entry.before[0]), shift(entry.before[1])],
  text: shift(entry.text),
});

function mergedNumbers(
  numbers: ReadonlyMap<string, NumberUse>,
  earlier: ReadonlyMap<string, NumberUse>,
): Map<string, NumberUse> {
  const merged = new Map(numbers);
  for (const [number, before] of earlier) {
    const use = merged.get(number);
    const sent = [...(use?.sent ?? []), ...before.sent].sort((a, b) => a - b);
    const urgent = [use?.urgentAt, before.urgentAt].filter(at => at != null);
    merged.set(number, { sent, urgentAt: urgent.length > 0 ? Math.max(...urgent) : null });
  }
  return merged;
}

/** Adds up the uses of the same day, and takes the later day's otherwise. */
function mergedUse(
  used: ReadonlyMap<string, DayUse>,
  earlier: ReadonlyMap<string, DayUse>,
): Map<string, DayUse> {
  const merged = new Map(used);
  for (const [hook, before] of earlier) {
    const use = merged.get(hook);
    if (!use || use.day < before.day) merged.set(hook, before);
    else if (use.day === before.day) {
      merged.set(hook, { ...use, texts: use.texts + before.texts, parts: use.parts + before.parts });
    }
  }
  return merged;
}
